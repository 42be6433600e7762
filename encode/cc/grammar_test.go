// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"modernc.org/cc/v4"
)

// TestGrammar checks that the translation covers all alternatives of the parser's grammar. Each
// value here is one more than the last alternative of a node, so it has no name. If a newer parser
// has more, decide how the translation treats them: model, name or refuse.
func TestGrammar(t *testing.T) {
	for _, beyond := range []fmt.Stringer{
		cc.AbstractDeclaratorCase(2),
		cc.AdditiveExpressionCase(3),
		cc.AlignmentSpecifierCase(2),
		cc.AndExpressionCase(2),
		cc.AsmQualifierCase(3),
		cc.AssignmentExpressionCase(12),
		cc.AttributeValueCase(2),
		cc.BlockItemCase(4),
		cc.CastExpressionCase(2),
		cc.ConditionalExpressionCase(2),
		cc.DeclarationCase(3),
		cc.DeclarationSpecifiersCase(6),
		cc.DesignatorCase(4),
		cc.DirectAbstractDeclaratorCase(6),
		cc.DirectDeclaratorCase(8),
		cc.EnumSpecifierCase(2),
		cc.EnumeratorCase(2),
		cc.EqualityExpressionCase(3),
		cc.ExclusiveOrExpressionCase(2),
		cc.ExpressionListCase(2),
		cc.ExternalDeclarationCase(4),
		cc.FunctionSpecifierCase(2),
		cc.GenericAssociationCase(2),
		cc.InclusiveOrExpressionCase(2),
		cc.InitDeclaratorCase(2),
		cc.InitializerCase(2),
		cc.IterationStatementCase(4),
		cc.JumpStatementCase(5),
		cc.LabeledStatementCase(4),
		cc.LogicalAndExpressionCase(2),
		cc.LogicalOrExpressionCase(2),
		cc.MultiplicativeExpressionCase(4),
		cc.ParameterDeclarationCase(2),
		cc.ParameterTypeListCase(2),
		cc.PointerCase(3),
		cc.PostfixExpressionCase(8),
		cc.PrimaryExpressionCase(10),
		cc.RelationalExpressionCase(5),
		cc.SelectionStatementCase(3),
		cc.ShiftExpressionCase(3),
		cc.SpecifierQualifierListCase(3),
		cc.StatementCase(7),
		cc.StorageClassSpecifierCase(7),
		cc.StructDeclarationCase(2),
		cc.StructDeclaratorCase(2),
		cc.StructOrUnionCase(2),
		cc.StructOrUnionSpecifierCase(2),
		cc.TypeQualifierCase(6),
		cc.TypeQualifiersCase(2),
		cc.TypeSpecifierCase(31),
		cc.UnaryExpressionCase(16),
	} {
		require.True(t, strings.HasSuffix(beyond.String(), ")"), "the parser has a new alternative: %v", beyond)
	}
}
