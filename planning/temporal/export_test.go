package temporal

// FindWithin is like Find with a maximum number of nodes of each search.
var FindWithin = find
