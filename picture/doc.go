// Package picture draws directed graphs in layers: as SVG, without any other program, and as text
// for Graphviz and Mermaid. It is independent of the meaning of the nodes.
//
//	g := &picture.Graph{Title: "Two rooms"}
//	g.Nodes = []picture.Node{
//		{Label: []picture.Line{{Text: "left"}}, Layer: 0, Mark: picture.Start},
//		{Label: []picture.Line{{Text: "right"}}, Layer: 1, Mark: picture.Goal},
//	}
//	g.Edges = []picture.Edge{{From: 0, To: 1, Label: "carry", Strong: true}}
//	err := picture.SVG(os.Stdout, g, picture.Auto)
//
// The layout follows Sugiyama, Tagawa and Toda (1981). Nodes have given layers. A further layer
// between two layers holds the labels of edges, and an edge over several layers has a dummy vertex
// in each. Then
//
//   - crossings are reduced by barycentre sweeps and by exchanging neighbours, and
//     counted in O(e log e) (Barth, Mutzel and Jünger 2004);
//   - coordinates within a layer minimize the weighted squared distances to the neighbours
//     in adjacent layers, subject to minimum distances: isotonic regression, solved exactly
//     by pooling adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman 1955), in sweeps;
//   - edges are cubic curves that bend only between layers, where they can cross nothing
//     but other edges. Edges within a layer hang below it as arcs.
//
// Nothing overlaps by construction: no two boxes of nodes or labels, and no edge and a foreign box.
// The widths of texts are estimated from a wide sans-serif face.
package picture
