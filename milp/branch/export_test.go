package branch

// SetPackFrom sets the size of the open nodes from which some are packed, and returns the old one.
func SetPackFrom(size int64) int64 {
	old := packFrom
	packFrom = size
	return old
}
