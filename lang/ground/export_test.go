package ground

// Written is like Ground and returns the number of steps as well.
var Written = written
