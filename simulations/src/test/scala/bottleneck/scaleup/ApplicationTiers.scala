package bottleneck.scaleup

/** Larger servers for the application. */
private[bottleneck] object ApplicationTiers {
  val tiers: Tiers = new Tiers(
    part = "application",
    "What does a larger server for the application bring to each kind of work?",
    "pools/ec2",
    Vector("t3.large", "t3.xlarge", "t3.2xlarge"),
    "whose cores double from each to the next, as they do here"
  )
}
