import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ImageFailure } from '#domain/errors.ts'
import type { ProviderName } from '#domain/models/providers.ts'

export type ImageEnd = 'completed' | 'cancelled' | ImageFailure

/** Price of an image for its user, beside its cost at the vendor; in US dollars. */
export type ImageSale = {
  readonly provider: ProviderName
  /** The model's `value`. */
  readonly model: string
  readonly priceUsd: number
  readonly costUsd: number
}

/** Everything that is counted, by the names under which /metrics shows it. */
export type Metrics = {
  requestEnded(request: { method: string; route: string; status: number; seconds: number }): void
  imageEnded(image: { provider: ProviderName; outcome: ImageEnd; seconds: number }): void
  /** From the event's commit to its write to a browser's connection. */
  eventSent(lagSeconds: number): void
  streams(change: 1 | -1): void
  /** The price of an image in US dollars as the provider reported it. */
  providerCharged(provider: ProviderName, costUsd: number): void
  imageSold(sale: ImageSale): void
  /** An item of a background task failed and was set aside. */
  itemFailed(task: string): void
  /** A transaction was in a deadlock, or could not be serialized, and is repeated. */
  transactionRepeated(): void
  /** Prometheus text. */
  read(): Promise<{ contentType: string; text: string }>
}

/** The sources that are read at each scrape. */
export type MetricsSources = {
  /** Jobs by state. */
  queueDepth(): Promise<Readonly<Record<string, number>>>
  /** The providers that are not called because they were unreachable: one entry for each of their keys. */
  unreachableLanes(): Promise<readonly { readonly provider: ProviderName }[]>
}

/** The metrics of one process. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'espalier_http_request_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10],
    registers,
  })
  const images = new Histogram({
    name: 'espalier_image_seconds',
    help: 'Images by provider and outcome, from claim to end.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.25, 1, 4, 15, 60, 240],
    registers,
  })
  const lag = new Histogram({
    name: 'espalier_event_lag_seconds',
    help: 'From the commit of an event to its being sent.',
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10],
    registers,
  })
  const streams = new Gauge({ name: 'espalier_event_streams', help: 'Open event streams.', registers })
  const failures = new Counter({
    name: 'espalier_metrics_failures_total',
    help: 'Numbers that could not be read.',
    registers,
  })
  new Gauge({
    name: 'espalier_queue_jobs',
    help: 'Jobs that are not ended, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      try {
        const depth = await sources.queueDepth()
        for (const state of ['queued', 'running']) this.set({ state }, depth[state] ?? 0)
      } catch {
        this.reset()
        failures.inc()
      }
    },
  })
  const items = new Counter({
    name: 'espalier_background_item_failures_total',
    help: 'Items of background tasks that failed and were set aside for a while, by task.',
    labelNames: ['task'],
    registers,
  })
  const repeated = new Counter({
    name: 'espalier_transactions_repeated_total',
    help: 'Transactions that were repeated after a deadlock or a serialization failure.',
    registers,
  })
  const charged = new Counter({
    name: 'espalier_provider_charged_usd_total',
    help: 'The price of pictures as the providers reported it, in US dollars.',
    labelNames: ['provider'],
    registers,
  })
  const priced = new Counter({
    name: 'espalier_image_price_usd_total',
    help: 'What users paid for images whose cost is known, at 30 credits a US dollar.',
    labelNames: ['provider', 'model'],
    registers,
  })
  const cost = new Counter({
    name: 'espalier_image_cost_usd_total',
    help: 'What the same images cost: as the providers reported it, or else by their documents; in US dollars.',
    labelNames: ['provider', 'model'],
    registers,
  })
  new Gauge({
    name: 'espalier_provider_down',
    help: 'Keys with which a provider is left alone because it did not answer; the key of the server counts as one.',
    labelNames: ['provider'],
    registers,
    async collect() {
      this.reset()
      try {
        for (const { provider } of await sources.unreachableLanes()) this.inc({ provider })
      } catch {
        failures.inc()
      }
    },
  })
  return {
    requestEnded: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    imageEnded: ({ provider, outcome, seconds }) => images.observe({ provider, outcome }, seconds),
    eventSent: (lagSeconds) => lag.observe(Math.max(0, lagSeconds)),
    providerCharged: (provider, costUsd) => charged.inc({ provider }, costUsd),
    transactionRepeated: () => repeated.inc(),
    imageSold({ provider, model, priceUsd, costUsd }) {
      priced.inc({ provider, model }, priceUsd)
      cost.inc({ provider, model }, costUsd)
    },
    itemFailed: (task) => items.inc({ task }),
    streams: (change) => streams.inc(change),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
