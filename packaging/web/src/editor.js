// SPDX-License-Identifier: Apache-2.0

import { basicSetup } from 'codemirror';
import { cpp } from '@codemirror/lang-cpp';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { commonLisp } from '@codemirror/legacy-modes/mode/commonlisp';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { Decoration, EditorView, keymap, WidgetType } from '@codemirror/view';

/** What is shown behind a line. */
class Invariant extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const z = document.createElement('span');
    z.className = 'invariant';
    z.textContent = `invariant ${this.text}`;
    return z;
  }
}

const setInvariants = StateEffect.define();
const invariants = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    if (transaction.docChanged) shown = Decoration.none; // they are about the text before
    for (const e of transaction.effects) {
      if (e.is(setInvariants)) shown = e.value;
    }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The colours are variables of the page, which has two sets of them. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword, tags.definitionKeyword], color: 'var(--keyword)' },
  { tag: [tags.typeName, tags.namespace, tags.className], color: 'var(--type)' },
  { tag: [tags.string, tags.character, tags.regexp], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.literal], color: 'var(--number)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--hint)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: 'var(--accent)' },
]);

const languages = { c: cpp(), horn: StreamLanguage.define(commonLisp) };

/** An editor in an element. `onRun` is called on Ctrl+Enter, `onEdit` when the text changes. */
export class Editor {
  constructor(parent, { onRun, onEdit }) {
    this.language = new Compartment();
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (onRun(), true) }])),
          basicSetup, syntaxHighlighting(colours), invariants, this.language.of(languages.c),
          EditorView.updateListener.of((update) => update.docChanged && onEdit()),
          EditorView.theme({ '&': { fontSize: '14px' }, '.cm-scroller': { fontFamily: 'ui-monospace, monospace' },
            '.cm-gutters': { background: 'var(--soft)', color: 'var(--hint)', borderColor: 'var(--line)' },
            '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--soft)' }, '.cm-cursor': { borderColor: 'var(--fore)' } }),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set(text, language) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, effects: this.language.reconfigure(languages[language]) });
  }

  line(n) {
    return this.view.state.doc.line(Math.min(Math.max(n, 1), this.view.state.doc.lines));
  }

  /** Selects a line and shows it. */
  show(n) {
    const { from, to } = this.line(n);
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }

  /** Marks places: [{ line, column, message, severity }]. A column of 0 marks the line. */
  mark(places) {
    this.view.dispatch(setDiagnostics(this.view.state, places.map(({ line, column, message, severity }) => {
      const l = this.line(line);
      return { from: column ? Math.min(l.from + column - 1, l.to) : l.from, to: l.to, message, severity };
    })));
  }

  /** Shows invariants behind lines: [{ line, text }]. */
  invariants(all) {
    const widgets = all.map(({ line, text }) => Decoration.widget({ widget: new Invariant(text), side: 1 }).range(this.line(line).to));
    this.view.dispatch({ effects: setInvariants.of(Decoration.set(widgets, true)) });
  }
}
