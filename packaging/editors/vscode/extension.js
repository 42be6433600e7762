// SPDX-License-Identifier: Apache-2.0

// The extension starts 'cornet lsp' and leaves everything else to it.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function start() {
  const settings = vscode.workspace.getConfiguration('cornet');
  client = new LanguageClient(
    'cornet', 'Cornet',
    { command: settings.get('path'), args: ['lsp', ...settings.get('arguments')] },
    { documentSelector: [{ language: 'c' }, { language: 'smt2' }] },
  );
  return client.start();
}

function stop() {
  return client ? client.stop() : undefined;
}

async function restart() {
  await stop();
  await start();
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('cornet.restart', restart),
    vscode.workspace.onDidChangeConfiguration((e) => (e.affectsConfiguration('cornet') ? restart() : undefined)),
  );
  return start();
};
exports.deactivate = stop;
