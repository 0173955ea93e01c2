import type { Assistant } from '#server/agents/assistant/assistant.ts'
import { type DescribingDeps, descriptionTask } from '#server/agents/words/describe-waiting.ts'
import { sweepDescriptionFailures } from '#server/agents/words/description-requests.ts'
import { sweepCallsTask } from '#server/agents/words/language-calls.ts'
import { sweepAttempts } from '#server/auth/count-attempt.ts'
import { sweepSentEmails } from '#server/auth/limited-mail.ts'
import { sweepSignInFailures } from '#server/auth/sign-in-guard.ts'
import type { BackgroundTask } from '#server/background/runner.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { sweepTask } from '#server/events/sweep-task.ts'
import { sweepActivity } from '#server/features/account/activity.ts'
import { sweepIdleGuests } from '#server/features/account/delete-account.ts'
import { sweepInvitations } from '#server/features/account/invitations.ts'
import { removeAccountsTask } from '#server/features/account/remove-accounts.ts'
import { indexTask } from '#server/features/assets/index-prompts.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import type { MaskDeps } from '#server/features/edits/masks.ts'
import type { InsertGenerationDeps } from '#server/features/generations/insert-generation.ts'
import { discoverTask } from '#server/features/models/discover-models.ts'
import type { ModelFolder } from '#server/features/models/local/model-folder.ts'
import { sweepPartsTask } from '#server/features/models/local/sweep-parts.ts'
import { sweepOAuthSecrets } from '#server/features/oauth/exchange.ts'
import { sweepClients } from '#server/features/oauth/oauth-clients.ts'
import { type RoundReminderDeps, roundRemindersTask } from '#server/features/rounds/round-reminders.ts'
import { advanceTask } from '#server/features/series/advance-series.ts'
import { type VisitEmailDeps, visitEmailsTask } from '#server/features/sharing/visit-emails.ts'
import { packTask } from '#server/features/sheets/pack-sheets.ts'
import { type FingerprintDeps, fingerprintTask } from '#server/features/similar-images/index-fingerprints.ts'
import { purgeTask } from '#server/features/trash/purge-task.ts'
import { sweepDeliveries } from '#server/features/webhooks/collect-deliveries.ts'
import { type SendDeps, webhookTask } from '#server/features/webhooks/send-deliveries.ts'
import type { Thumbnailer } from '#server/pictures/thumbnailer.ts'
import type { Storage } from '#server/storage/storage.ts'

type TaskDeps = InsertGenerationDeps &
  Pick<MaskDeps, 'work' | 'newId'> &
  FingerprintDeps & {
    readonly db: SystemDatabase
    readonly storage: Storage
    readonly thumbnailer: Thumbnailer
    readonly folder: ModelFolder
    readonly sending: SendDeps
    readonly assistant: Assistant
    readonly describing: DescribingDeps
    readonly billing: BillingProvider
    readonly sendVisitEmail: VisitEmailDeps['sendVisitEmail']
    readonly sendRoundEmail: RoundReminderDeps['sendRoundEmail']
  }

/** Every background task of a process with these roles. Tasks run in several processes at once without harm. */
export function backgroundTasks(deps: TaskDeps, roles: Env['ROLES']): readonly BackgroundTask[] {
  const { db, registry, folder, sending, assistant } = deps
  const ofEveryProcess = [
    sweepTask(db, {
      activity: sweepActivity,
      guests: sweepIdleGuests,
      'sign-in failures': sweepSignInFailures,
      'counts of attempts': sweepAttempts,
      'sent emails': sweepSentEmails,
      invitations: sweepInvitations,
      'webhook deliveries': sweepDeliveries,
      'failed descriptions': sweepDescriptionFailures,
      'secrets of connections': sweepOAuthSecrets,
      'unconnected programs': sweepClients,
    }),
    removeAccountsTask(deps),
    purgeTask(deps),
    assistant.sweepTask,
    sweepCallsTask(db),
    sweepPartsTask(db, folder),
    ...(registry.providers.some(({ discover }) => discover) ? [discoverTask(registry)] : []),
  ]
  const ofWorkers = [
    packTask(deps),
    advanceTask(deps),
    indexTask(db),
    fingerprintTask(deps),
    webhookTask(sending),
    visitEmailsTask(deps),
    roundRemindersTask(deps),
    descriptionTask(deps.describing),
  ]
  return roles.includes('worker') ? [...ofEveryProcess, ...ofWorkers] : ofEveryProcess
}
