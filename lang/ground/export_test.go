package ground

// Written is Ground, and how many steps it took.
var Written = written
