import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { WorkflowShape } from '#contract/models/workflow.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import type { Model } from '#domain/models/model.ts'
import { inputControls, slotsOf, withValues } from '#domain/workflows/workflow.ts'
import { lockSeeds } from '#server/db/advisory-locks.ts'
import type { Querier, SystemDatabase, Transaction } from '#server/db/database.ts'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { isOperator } from '#server/features/account/operators.ts'
import { localModel } from '#server/providers/local/local-model.ts'
import { ProviderError, type StoredWorkflow } from '#server/providers/provider.ts'

export type WorkflowRow = typeof comfyWorkflows.$inferSelect

/** A workflow that was not removed. */
export async function findWorkflow(db: Querier, id: string): Promise<WorkflowRow | null> {
  const [row] = await db
    .select()
    .from(comfyWorkflows)
    .where(and(eq(comfyWorkflows.id, id), isNull(comfyWorkflows.removedAt)))
  return row ?? null
}

/** The workflows of a person, or of the operator, the oldest first. */
export const listWorkflowRows = (db: Querier, userId: UserId | null): Promise<WorkflowRow[]> =>
  db
    .select()
    .from(comfyWorkflows)
    .where(
      and(
        userId === null ? isNull(comfyWorkflows.userId) : eq(comfyWorkflows.userId, userId),
        isNull(comfyWorkflows.removedAt),
      ),
    )
    .orderBy(asc(comfyWorkflows.createdAt), asc(comfyWorkflows.id))

/** One change of the count or the names at a time. */
export async function lockWorkflows(tx: Transaction, userId: UserId | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId ?? 'everyone'}, ${lockSeeds.workflows}))`)
}

/** The value by which stored generations name it. */
const modelValueOf = (id: string) => `workflow:${id}`

/** Whether it can be chosen: as it is now, it worked, and its last test did not fail. */
const isListed = ({ workedAt, state, removedAt }: WorkflowRow) =>
  workedAt !== null && state !== 'failed' && removedAt === null

/** The entry of the picker for a workflow. */
export function modelOfWorkflow(row: WorkflowRow): Model {
  const { id, userId, name, places, seconds, removedAt } = row
  const inputs = inputControls(withValues(row.graph, row.values), row.asked)
  const slots = slotsOf(places)
  const takesPicture = slots.has('input image')
  const takesMask = takesPicture && slots.has('mask')
  const { change, erase, extend } = inpaintingEdits
  const base = localModel({
    provider: 'comfyui',
    engine: 'ComfyUI workflow',
    prefix: 'workflow',
    id: name,
    pictures: takesPicture ? 1 : 0,
    frames: slots.has('width') && slots.has('height') ? 'any' : 'its-own',
  })
  return {
    ...base,
    name: `${name} (ComfyUI workflow)`,
    value: modelValueOf(id),
    badge: userId === null ? base.badge : 'Yours',
    description: takesPicture
      ? 'Runs in ComfyUI on a machine of this server’s own, and begins from a picture.'
      : 'Runs in ComfyUI on a machine of this server’s own.',
    stats: { ...base.stats, ...(seconds !== null && { seconds }) },
    does: takesPicture ? ['edit', ...(takesMask ? (['mask'] as const) : [])] : ['words'],
    ...(takesMask && { edits: { ...(change && { change }), ...(erase && { erase }), ...(extend && { extend }) } }),
    ...(inputs.length > 0 && { controls: { inputs: { options: inputs } } }),
    workflow: { id, ownerId: userId },
    ...(removedAt !== null && { retired: `${name} was removed from this server.` }),
    ...(!isListed(row) && { isHidden: true }),
  }
}

/** Every workflow that could ever be chosen, as models: removed ones too, so that cards keep their names. */
export async function readWorkflowModels(db: SystemDatabase): Promise<Model[]> {
  const rows = await db
    .select()
    .from(comfyWorkflows)
    .where(isNotNull(comfyWorkflows.shownAt))
    .orderBy(asc(comfyWorkflows.createdAt), asc(comfyWorkflows.id))
  return rows.map(modelOfWorkflow)
}

/** A workflow as it is run. Only that of a person who runs the server loads what is stored in ComfyUI. */
export async function storedOf(
  db: SystemDatabase,
  { userId, graph, values, places, asked }: Pick<WorkflowRow, 'userId' | 'graph' | 'values' | 'places' | 'asked'>,
): Promise<StoredWorkflow> {
  const isOfOperator = userId === null || (await isOperator(db, userId))
  return { graph: withValues(graph, values), places, asked, loads: isOfOperator ? 'stored-too' : 'uploaded-alone' }
}

/** The workflow that makes the pictures of a model, where that is a workflow. @throws ProviderError where it was removed. */
export async function workflowOfModel(
  db: SystemDatabase,
  { workflow, name }: Pick<Model, 'workflow' | 'name'>,
): Promise<{ workflow?: StoredWorkflow }> {
  if (!workflow) return {}
  const row = await findWorkflow(db, workflow.id)
  if (!row) throw new ProviderError('invalid', `${name} was removed from this server.`)
  return { workflow: await storedOf(db, row) }
}

/** The reason of a test whose worker is gone. */
export const interruptedTest = 'The test was interrupted. Test it again.'

/** A workflow on the wire. @param now Milliseconds since 1970: a test whose process is gone has been interrupted. */
export function presentWorkflow(
  row: WorkflowRow,
  { canChange, now }: { readonly canChange: boolean; readonly now: number },
): WorkflowShape {
  const { id, name, userId, places, workedAt, seconds, testingUntil } = row
  // Without a time it waits for its turn.
  const isInterrupted = row.state === 'testing' && testingUntil !== null && testingUntil.getTime() < now
  return {
    id,
    name,
    model: modelValueOf(id),
    audience: userId === null ? 'everyone' : 'me',
    canChange,
    slots: [...slotsOf(places)],
    state: isInterrupted ? (workedAt === null ? 'failed' : 'works') : row.state,
    reason: isInterrupted ? interruptedTest : row.reason,
    workedAt: workedAt?.toISOString() ?? null,
    seconds,
  }
}
