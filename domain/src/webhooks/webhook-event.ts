/** The events that a webhook may ask for, in the order in which a person reads it. */
export const webhookEvents = [
  'generation.completed',
  'generation.failed',
  'comment.created',
  'proof.approved',
  'proof.changes_asked',
  'round.closed',
  'credits.low',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The most webhooks of an account. */
export const maxWebhooks = 20

/** Credits are low when less than this is available, in hundredths. */
export const lowCredits = 1_000

/**
 * The pauses between the tries of one delivery, in seconds: over two days, as Standard Webhooks recommends
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability).
 */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 57_600] as const
/** A receiver that asks for a longer pause is tried after this one, in seconds: the tries of a delivery are to end. */
export const maxPause = Math.max(...pauses)
/** Pauses differ by this part, so that a receiver that was away is not called by all at once. */
const spread = 0.2

/**
 * The seconds until the next try.
 * @param tries How many there were. @param random 0 to 1. @returns Null after the last.
 */
export function pauseAfter(tries: number, random: number): number | null {
  const pause = pauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * (1 - spread + 2 * spread * random))
}

/** A webhook whose every delivery has failed for so long is switched off, in days. */
export const failingDays = 5
