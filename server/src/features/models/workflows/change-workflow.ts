import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { addWorkflowBody, changeWorkflowBody, LookedAtWorkflow, WorkflowShape } from '#contract/models/workflow.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import {
  type AskedInput,
  areValuesOf,
  fitsGraph,
  type InputPlace,
  type InputValue,
  inputNames,
  isSamePlace,
  maxWorkflow,
  maxWorkflows,
  type SlotPlace,
  type WorkflowGraph,
  withValues,
} from '#domain/workflows/workflow.ts'
import type { Querier, SystemDatabase, Transaction, UserDatabase } from '#server/db/database.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { isOperator } from '#server/features/account/operators.ts'
import { claimKey, type IdempotentRequest } from '#server/features/idempotency.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import { atField } from '../connections/add-connection.ts'
import { notifyConnections } from '../connections/connection-rows.ts'
import { lookAtGraph } from './look-at-workflow.ts'
import { findWorkflow, listWorkflowRows, lockWorkflows, presentWorkflow, type WorkflowRow } from './workflow-rows.ts'
import { askForTest, notifyOfTest, waitingForTest } from './workflow-tests.ts'

export type WorkflowDeps = {
  readonly db: UserDatabase
  readonly system: SystemDatabase
  readonly registry: ModelRegistry
  readonly connections: { reload(): Promise<void> }
  newId(): string
}

type Add = z.output<typeof addWorkflowBody>
type Change = z.output<typeof changeWorkflowBody>
/** A person, and the id of a workflow. */
type Place = { readonly userId: UserId; readonly id: string }
/** A workflow that the person may change, with the scope of its rows. */
type Changeable = { readonly row: WorkflowRow; readonly scope: Querier }

const onlyTheOperator = (does: string): Refusal => ({
  code: 'impossible',
  message: `Only the person who runs this server ${does} a workflow for everybody.`,
})

/** The person's own, or as the operator one for everybody; another's does not exist for them. */
async function mayChange(deps: WorkflowDeps, { userId, id }: Place): Promise<Result<Changeable, Refusal>> {
  const own = await findWorkflow(deps.db, id)
  if (own?.userId === userId) return success({ row: own, scope: deps.db })
  const shared = await findWorkflow(deps.system, id)
  if (shared?.userId !== null) return failure({ code: 'not-found' })
  if (!(await isOperator(deps.system, userId))) return failure(onlyTheOperator('changes'))
  return success({ row: shared, scope: deps.system })
}

const present = (row: WorkflowRow, canChange = true): WorkflowShape =>
  presentWorkflow(row, { canChange, now: Date.now() })

type Wanted = {
  readonly graph: WorkflowGraph
  readonly places: readonly SlotPlace[]
  readonly values: readonly InputValue[]
  readonly asked: readonly InputPlace[]
}

/** Describes the inputs that are chosen for each picture, by what their nodes take now. */
function describeAsked(inputs: LookedAtWorkflow['inputs'], { places, asked }: Wanted): Result<AskedInput[], Refusal> {
  const names = inputNames(inputs)
  const described: AskedInput[] = []
  for (const place of asked) {
    const at = inputs.findIndex((each) => isSamePlace(each, place))
    const input = inputs[at]
    if (!input || input.asked === 'never' || places.some((slot) => isSamePlace(slot, place)))
      return failure(atField('asked', `${place.input} of node ${place.node} can not be chosen for each picture.`))
    const { node, options, least, most, isWhole, isLong } = input
    described.push({ node, input: input.input, name: names[at] ?? '', options, least, most, isWhole, isLong })
  }
  return success(described)
}

/** Checks that a graph can run as it was chosen, and by this person. @returns The inputs that are chosen for each picture. */
async function check(deps: WorkflowDeps, wanted: Wanted, userId: UserId): Promise<Result<AskedInput[], Refusal>> {
  const { graph, places, values } = wanted
  if (!fitsGraph(graph, places)) return failure(atField('slots', 'A slot is at an input that can not hold it.'))
  if (!areValuesOf(graph, values)) return failure(atField('values', 'A value is of another kind than its input.'))
  const mayAll = await isOperator(deps.system, userId)
  const looked = await lookAtGraph(deps.registry, withValues(graph, values), { places, mayAll })
  if (!looked.ok) return looked
  const [fault] = looked.value.faults
  return fault ? failure(atField('graph', fault.message)) : describeAsked(looked.value.inputs, wanted)
}

const nameIsTaken = (name: string) =>
  atField('name', `There is a workflow named ${name} already. Give it another name.`)
const hasName = (rows: readonly WorkflowRow[], name: string, id?: string) =>
  rows.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase())

/** The added workflows that a person may use: those for everybody, then their own. */
export async function listWorkflows({ db, system, registry }: WorkflowDeps, userId: UserId) {
  const canAddForEveryone = await isOperator(system, userId)
  const shared = await listWorkflowRows(system, null)
  const items = [
    // Others see what they can choose.
    ...shared
      .filter(({ workedAt, state }) => canAddForEveryone || (workedAt !== null && state !== 'failed'))
      .map((row) => present(row, canAddForEveryone)),
    ...(await listWorkflowRows(db, userId)).map((row) => present(row)),
  ]
  const isReachable = registry.provider('comfyui')?.workflows?.isReachable() ?? false
  return { items, nextCursor: null, canAddForEveryone, isReachable }
}

/** Reads a workflow before it is added. */
export async function lookAtWorkflow(
  deps: WorkflowDeps,
  userId: UserId,
  graph: WorkflowGraph,
): AsyncResult<LookedAtWorkflow> {
  return lookAtGraph(deps.registry, graph, { places: null, mayAll: await isOperator(deps.system, userId) })
}

/** Adds a workflow: for the caller alone, or as the operator for everybody. It is listed as a model when its test has worked. */
export async function addWorkflow(
  deps: WorkflowDeps,
  {
    userId,
    body,
    idempotency,
  }: { readonly userId: UserId; readonly body: Add; readonly idempotency: IdempotentRequest | null },
): AsyncResult<WorkflowShape> {
  const { name, graph, slots: places, values, asked, audience } = body
  const owner = audience === 'everyone' ? null : userId
  if (owner === null && !(await isOperator(deps.system, userId))) return failure(onlyTheOperator('adds'))
  if (JSON.stringify(graph).length > maxWorkflow)
    return failure(atField('graph', `The workflow is too large. At most ${maxWorkflow / 1_000} kB are taken.`))
  const checked = await check(deps, { graph, places, values, asked }, userId)
  if (!checked.ok) return checked
  const id = deps.newId()
  const added = await refusableTransaction(owner === null ? deps.system : deps.db, async (tx) => {
    // Two tabs at once must not pass the limit, nor add one name twice.
    await lockWorkflows(tx, owner)
    const claimed = await claimKey(tx, userId, idempotency, id)
    if (!claimed.ok) return claimed
    const others = await listWorkflowRows(tx, owner)
    const earlier = others.find((each) => each.id === claimed.value)
    if (earlier) return success(earlier)
    if (claimed.value !== id) return failure<Refusal>({ code: 'not-found' })
    if (others.length >= maxWorkflows)
      return failure<Refusal>({
        code: 'impossible',
        message: `There are ${maxWorkflows} workflows already. Remove one first.`,
      })
    if (hasName(others, name)) return failure(nameIsTaken(name))
    const [row] = await tx
      .insert(comfyWorkflows)
      .values({ id, userId: owner, name, graph, places, values, asked: checked.value, ...waitingForTest() })
      .returning()
    if (!row) throw new Error('An insert answers its row.')
    await notifyOfTest(tx)
    return success(row)
  })
  if (!added.ok) return added
  return success(present(added.value))
}

/** The form of a stored workflow, with its own slots and values. */
export async function readWorkflow(deps: WorkflowDeps, place: Place): AsyncResult<LookedAtWorkflow> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const { graph, places, values, asked } = allowed.value.row
  const mayAll = await isOperator(deps.system, place.userId)
  const looked = await lookAtGraph(deps.registry, withValues(graph, values), { places, mayAll })
  if (!looked.ok) return looked
  const chosen = new Map(values.map((each) => [`${each.node} ${each.input}`, each.value]))
  const inputs = looked.value.inputs.map((each) => ({
    ...each,
    value: chosen.get(`${each.node} ${each.input}`) ?? each.value,
    asked: asked.some((own) => isSamePlace(own, each))
      ? ('each-picture' as const)
      : each.asked === 'never'
        ? each.asked
        : ('once' as const),
  }))
  return success({ ...looked.value, inputs })
}

/** Changes a row in a transaction, and notifies every process. */
async function changeRow(
  deps: WorkflowDeps,
  { row, scope }: Changeable,
  work: (tx: Transaction) => AsyncResult<Partial<WorkflowRow>>,
): AsyncResult<WorkflowRow> {
  const changed = await refusableTransaction(scope, async (tx) => {
    const set = await work(tx)
    if (!set.ok) return set
    const [now] = await tx.update(comfyWorkflows).set(set.value).where(eq(comfyWorkflows.id, row.id)).returning()
    if (!now) return failure<Refusal>({ code: 'not-found' })
    await notifyConnections(tx)
    return success(now)
  })
  if (changed.ok) await deps.connections.reload()
  return changed
}

/** Values over earlier ones; those of other inputs stay. */
const merged = (before: readonly InputValue[], over: readonly InputValue[]): readonly InputValue[] => [
  ...before.filter((each) => !over.some((other) => isSamePlace(each, other))),
  ...over,
]

/** Renames a workflow, or changes where settings go and what the other inputs have. That is tested before it can be chosen again. */
export async function changeWorkflow(
  deps: WorkflowDeps,
  { userId, ...body }: Place & Change,
): AsyncResult<WorkflowShape> {
  const allowed = await mayChange(deps, { userId, id: body.id })
  if (!allowed.ok) return allowed
  const { row } = allowed.value
  const { name = row.name, slots: places = row.places } = body
  const values = merged(row.values, body.values ?? [])
  const isOther = body.slots !== undefined || body.values !== undefined
  // A setting of the picture that goes there now takes its place.
  const left = row.asked.filter((each) => !places.some((slot) => isSamePlace(slot, each)))
  const checked =
    isOther || body.asked
      ? await check(deps, { graph: row.graph, places, values, asked: body.asked ?? left }, userId)
      : success<readonly AskedInput[]>(row.asked)
  if (!checked.ok) return checked
  const changed = await changeRow(deps, allowed.value, async (tx) => {
    await lockWorkflows(tx, row.userId)
    if (hasName(await listWorkflowRows(tx, row.userId), name, row.id)) return failure(nameIsTaken(name))
    if (isOther) await notifyOfTest(tx)
    return success({
      name,
      asked: checked.value,
      ...(isOther && { places, values, workedAt: null, ...askForTest(row) }),
    })
  })
  if (!changed.ok) return changed
  return success(present(changed.value))
}

/** Tests a workflow once more, in place of a test that runs. */
export async function testWorkflow(deps: WorkflowDeps, place: Place): AsyncResult<WorkflowShape> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const changed = await changeRow(deps, allowed.value, async (tx) => {
    await notifyOfTest(tx)
    return success(askForTest(allowed.value.row))
  })
  if (!changed.ok) return changed
  return success(present(changed.value))
}

/** Removes a workflow. Cards keep its name; images that wait for it fail with a sentence. */
export async function removeWorkflow(deps: WorkflowDeps, place: Place): AsyncResult<{ id: string }> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const removed = await changeRow(deps, allowed.value, async () =>
    success({ removedAt: new Date(), graph: {}, values: [], testingUntil: null, testClaim: null }),
  )
  if (!removed.ok) return removed
  return success({ id: place.id })
}
