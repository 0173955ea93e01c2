import type { UserId } from '#domain/account/user-id.ts'
import { createAssistant } from '#server/agents/assistant/assistant.ts'
import type { ServerModel } from '#server/agents/assistant/model-settings.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { assistantKeyOf, type Env } from '#server/env.ts'
import { ownerEmail } from '#server/features/api-tokens/api-tokens.ts'
import { webhookOffEmail } from '#server/mail/email-texts.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Log } from '#server/operations/log.ts'
import type { Ports } from './open-ports.ts'

/** Informs the owner of a webhook that was switched off, where emails are sent. The page lists it as such in any case. */
async function mailSwitchedOff(
  { db, mailer, log }: { db: SystemDatabase; mailer: Mailer; log: Log },
  { userId, url }: { userId: UserId; url: string },
): Promise<void> {
  try {
    const email = mailer.canSend ? await ownerEmail(db, userId) : null
    if (email !== null) await mailer.send(webhookOffEmail(email, url))
  } catch (error) {
    log.error({ err: error }, 'the mail server did not accept an email')
  }
}

/** The operator's language model; null without one. */
function serverModelOf(env: Env): ServerModel | null {
  const { provider, model, url, price, 'tokens-per-day': tokensPerDay } = env.ASSISTANT_MODEL
  if (provider === undefined || model === undefined) return null
  return { provider, model, key: assistantKeyOf(env) ?? '', baseUrl: url ?? null, tokensPerDay, price }
}

/** Opens what acts for users without their page: webhooks, and the assistant with its language models. */
export function openPrograms(ports: Ports) {
  const { env, log, db, database, keySeal, allowedHosts, endpointFetch, followers, thumbnailer, work, checkpoint } =
    ports
  const { requesting, typicalWaits } = ports
  const { mailer } = ports.accounts
  const webhookHosts = new Set<string>(env.ALLOWED_WEBHOOK_HOSTS)
  const sending = {
    ...{ db, keySeal, webhookHosts, endpointFetch },
    onSwitchedOff: ({ userId, url }: { readonly userId: UserId; readonly url: string }) =>
      void mailSwitchedOff({ db, mailer, log }, { userId, url }),
  }
  const assistantModels = {
    keySeal,
    serverModel: serverModelOf(env),
    reach: (way: 'public' | 'anywhere') => endpointFetch.for({ reach: way }),
    allowedHosts,
  }
  const tools = {
    ...requesting,
    ...{ followers, thumbnailer, work, log, checkpoint, system: database.system },
    typicalWaits,
  }
  const callLeaseSeconds = env.JOB_LEASE_SECONDS
  const requestSeconds = env.SERVER_LIMITS['request-seconds']
  const describing = { ...tools, assistantModels, callLeaseSeconds, requestSeconds, databases: database }
  const assistant = createAssistant({
    databases: database,
    tools,
    models: assistantModels,
    leaseSeconds: env.JOB_LEASE_SECONDS,
    address: env.PUBLIC_URL?.replace(/\/+$/, '') ?? '',
  })
  return { webhookHosts, sending, assistant, assistantModels, callLeaseSeconds, describing }
}
