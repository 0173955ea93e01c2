import { asUserId } from '#domain/account/user-id.ts'
import { sessionChannel } from '#server/auth/known-sessions.ts'
import { startBackground } from '#server/background/runner.ts'
import { eventChannel } from '#server/events/append-events.ts'
import { ephemeralChannel, readEphemeral } from '#server/events/ephemeral-events.ts'
import { startListener } from '#server/events/listener.ts'
import { createJobHandlers } from '#server/features/images/job-handlers.ts'
import { createSafetyFilter } from '#server/features/images/safety-filter.ts'
import { connectionsChannel } from '#server/features/models/connections/connection-rows.ts'
import { createWorkflowTests } from '#server/features/models/workflows/workflow-tests.ts'
import { jobChannel } from '#server/jobs/job.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createRoundMail, createVisitMail } from '#server/mail/visit-mail.ts'
import { backgroundTasks } from './background-tasks.ts'
import type { openLocalModels } from './open-local-models.ts'
import type { Ports } from './open-ports.ts'
import type { openPrograms } from './open-programs.ts'

/** Time limit for running images to finish when the server stops; the rest continues at the next start. */
const drainMs = 10_000

type BackgroundParts = {
  readonly programs: ReturnType<typeof openPrograms>
  readonly folder: ReturnType<typeof openLocalModels>['folder']
}

/** Starts what one process does without a request: the worker, the listener of the database, and the background tasks of its roles. */
export function openBackground(
  ports: Ports,
  { programs: { sending, assistant, describing }, folder }: BackgroundParts,
) {
  const { env, log, connectionString, db, registry, providers, storage, retouch, localTools, keySeal } = ports
  const { allowedHosts, addedModels, metrics, work, thumbnailer, credentials, checkpoint, followers } = ports
  const { sessionStreams, moneyDeps, requesting } = ports
  const { sessions, tokens, mailer } = ports.accounts
  const { PERSON_LIMITS: personLimits } = env
  const workflowTests = createWorkflowTests({ db, registry, log, work, reload: () => addedModels.reload() })
  const imageDeps = {
    ...{ db, registry, localTools, retouch, keySeal, allowedHosts, storage, thumbnailer, checkpoint, log, metrics },
    ...{ credentials, work },
    safetyFilter: createSafetyFilter({ setting: env.SAFETY_FILTER, db, registry, localTools, log }),
    reloadAdded: () => addedModels.reload(),
    random: Math.random,
  }
  const worker = env.ROLES.includes('worker')
    ? startWorker({
        db,
        log,
        providers,
        sideWork: workflowTests,
        leaseSeconds: env.JOB_LEASE_SECONDS,
        jobsPerUser: personLimits.jobs,
        atOncePerKey: env.PROVIDER_AT_ONCE,
        handlers: createJobHandlers({ ...imageDeps, timeLimitSeconds: env.IMAGE_TIME_LIMIT_SECONDS }),
      })
    : null
  const listener = startListener({
    connectionString: env.DATABASE_URL_DIRECT ?? connectionString,
    log,
    channels: {
      [eventChannel]: (payload) => followers.notify(asUserId(payload.slice(0, payload.indexOf(':')))),
      [ephemeralChannel]: (payload) => {
        const { userId, event } = readEphemeral(payload)
        followers.broadcast(userId, event)
      },
      [sessionChannel](payload) {
        const userId = asUserId(payload)
        sessions.forget(userId)
        tokens.forget(userId)
        sessionStreams.check(userId)
      },
      [connectionsChannel]: () => void addedModels.reload(),
      [jobChannel]: (payload) => {
        if (payload.startsWith('cancel:')) worker?.cancel(Number(payload.slice('cancel:'.length)))
        else worker?.wake()
      },
    },
    onLost() {
      sessions.setInvalidation('lost')
      tokens.setInvalidation('lost')
      sessionStreams.setInvalidation('lost')
    },
    onConnect() {
      sessions.setInvalidation('connected')
      tokens.setInvalidation('connected')
      sessionStreams.setInvalidation('connected')
      sessionStreams.checkAll()
      followers.notifyAll()
      worker?.wake()
      void addedModels.reload()
    },
  })
  const sendVisitEmail = mailer.canSend && env.PUBLIC_URL ? createVisitMail(mailer, env.PUBLIC_URL) : null
  const sendRoundEmail = mailer.canSend && env.PUBLIC_URL ? createRoundMail(mailer, env.PUBLIC_URL) : null
  const tasks = backgroundTasks(
    {
      db,
      thumbnailer,
      folder,
      sending,
      assistant,
      describing,
      billing: moneyDeps.billing,
      sendVisitEmail,
      sendRoundEmail,
      ...requesting,
    },
    env.ROLES,
  )
  const background = startBackground(tasks, { log, metrics })

  return {
    /** Claims no more jobs. */
    finish: () => worker?.finish(),
    async stop(): Promise<void> {
      await worker?.stop(drainMs)
      await background.stop()
      await listener.close()
    },
  }
}
