//go:build race

package pb

const raceDetector = true
