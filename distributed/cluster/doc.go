// Package cluster runs pipelines of Apache Beam: on the runner prism in this process, its workers
// being this process or some of its kind, or wherever Beam's own flags say (Flink, Spark, Dataflow).
//
// Prism gives each environment one worker and waits for ever for one that has died. So there is an
// environment for each worker process here, the processes live as long as the cluster, and a job
// ends at once with ErrLost when one of them ends; whoever runs it runs it again.
package cluster
