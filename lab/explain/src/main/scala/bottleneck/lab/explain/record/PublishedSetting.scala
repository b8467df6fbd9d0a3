package bottleneck.lab.explain.record

/** Where data/published.csv has the figures of a variant. */
final case class PublishedSetting(source: String, variant: String)
