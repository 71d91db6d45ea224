// Package picture draws directed graphs in layers: as SVG, without any other program, and
// as text for Graphviz and Mermaid. It knows nothing of what the nodes mean.
//
//	g := &picture.Graph{Title: "Two rooms"}
//	g.Nodes = []picture.Node{
//		{Label: []picture.Line{{Text: "left"}}, Layer: 0, Mark: picture.Start},
//		{Label: []picture.Line{{Text: "right"}}, Layer: 1, Mark: picture.Goal},
//	}
//	g.Edges = []picture.Edge{{From: 0, To: 1, Label: "carry", Strong: true}}
//	err := picture.SVG(os.Stdout, g, picture.Auto)
//
// The layout follows Sugiyama, Tagawa and Toda (1981). Nodes lie in the layers they are
// given; between each two layers is one for labels, so that every edge passes through a
// place of its own there, and edges over several layers have one in each. Then
//
//   - crossings are reduced by sweeps of barycentres and by exchanging neighbours, and
//     counted in O(e log e) (Barth, Mutzel and Jünger 2004);
//   - places within a layer are those nearest to their neighbours in the layers above and
//     below that keep all distances, which is isotonic regression and solved exactly by
//     pooling (Ayer, Brunk, Ewing, Reid and Silverman 1955), in sweeps;
//   - edges are cubic curves that bend only between layers, where there is nothing to
//     cross but other edges. Edges within a layer hang below it as arcs.
//
// Nothing overlaps by construction: no two boxes of nodes or labels, no edge and a box
// that is not its own. The widths of texts are estimated from a wide sans-serif face.
package picture
