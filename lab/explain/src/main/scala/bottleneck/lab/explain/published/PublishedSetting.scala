package bottleneck.lab.explain.published

/** Where data/published.csv has the figures of a variant. */
final case class PublishedSetting(source: String, variant: String)
