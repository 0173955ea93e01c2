import { fileURLToPath } from 'node:url'
import type { ProjectShape } from '#contract/board/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { StarterName } from '#domain/starters/starters.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { type ImportDeps, importProject } from '../transfer/import-project.ts'

/** Written by `npm run starters`: exported projects, half a megabyte at most. */
const fileOf = (starter: StarterName) => fileURLToPath(new URL(`./boards/${starter}.zip`, import.meta.url))

/** More than a starter holds when it is unpacked. Bytes. */
const mostBytes = 5_000_000

type Opening = {
  readonly userId: UserId
  readonly starter: StarterName
  readonly work: OwnerWork
  readonly idempotency: IdempotentRequest | null
}

/** Copies a starter board into a new project of the user, as an import of its file does. */
export const openStarter = (deps: ImportDeps, { starter, ...asked }: Opening): AsyncResult<ProjectShape> =>
  importProject(deps, { ...asked, path: fileOf(starter), mostBytes })
