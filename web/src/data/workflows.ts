import type { InferContractRouterInputs } from '@orpc/contract'
import { queryOptions } from '@tanstack/react-query'
import type { contract } from '#contract/contract.ts'
import type { WorkflowShape } from '#contract/models/workflow.ts'
import { maxWorkflow, type WorkflowGraph } from '#domain/workflows/workflow.ts'
import { workflowOfPicture, workflowOfText } from '#domain/workflows/workflow-in-file.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { modelsQuery } from './models/models.ts'
import { createStore } from './store.ts'
import { maxRecordedPicture, unpack } from './transfer/picture-record.ts'

type Calls = InferContractRouterInputs<typeof contract>['workflows']
type List = Awaited<ReturnType<typeof api.workflows.list>>

/** A workflow of a file, with the file's name as its own. */
export type WorkflowFile = { readonly name: string; readonly graph: WorkflowGraph }

/** Why a file is no workflow: `editor` is the form that ComfyUI saves for its own editor. */
export type NoWorkflow = 'too-large' | 'editor' | 'other' | 'picture'

const maxNameLength = 60
const nameOf = (file: string) =>
  file
    .replace(/\.(json|png|jpe?g|webp)$/i, '')
    .trim()
    .slice(0, maxNameLength)

/** The files in which a workflow may be, for a dialog that chooses one. */
export const workflowFiles = '.json,application/json,image/png,image/webp,image/jpeg'

/** Reads a file that ComfyUI exported for its API, or a picture that it made. */
export async function readWorkflowFile(file: File): Promise<WorkflowFile | NoWorkflow> {
  const isPicture = file.type.startsWith('image/')
  if (file.size > (isPicture ? maxRecordedPicture : maxWorkflow)) return 'too-large'
  try {
    const found = isPicture
      ? await workflowOfPicture(new Uint8Array(await file.arrayBuffer()), unpack)
      : workflowOfText(await file.text())
    if (typeof found === 'object') return { name: nameOf(file.name), graph: found }
    return found === 'other' && isPicture ? 'picture' : found
  } catch {
    return 'other'
  }
}

/** A workflow that was dropped on another page than its own, until that page takes it. */
export const droppedWorkflow = createStore<WorkflowFile | null>(null)

/**
 * The added workflows that the user may use. Read each second while one is tested: that belongs to no user's projects, so the event
 * stream does not carry it.
 */
export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: ({ signal }) => api.workflows.list({}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'testing') ? 1_000 : 15_000),
})

/** A workflow that has been tested is a model, or is none any more. */
export const invalidateWorkflows = () =>
  Promise.all([workflowsQuery, modelsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

/** Puts a changed workflow in the list, and reads the models again. */
async function keep(workflow: WorkflowShape): Promise<void> {
  queryClient.setQueryData<List>(workflowsQuery.queryKey, (before) => {
    if (!before) return before
    const isKnown = before.items.some(({ id }) => id === workflow.id)
    const items = isKnown
      ? before.items.map((each) => (each.id === workflow.id ? workflow : each))
      : [...before.items, workflow]
    return { ...before, items }
  })
  await queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey })
}

/** Whether a workflow could be added now; asked where one was found, and not before. */
export const canAddWorkflows = async (): Promise<boolean> =>
  (await queryClient.fetchQuery(workflowsQuery).catch(() => null))?.isReachable ?? false

/** The form of a workflow before it is added. Stores nothing. */
export const lookAtWorkflow = (graph: WorkflowGraph) =>
  api.workflows.look({ graph: { ...graph } as Calls['look']['graph'] })

/** The form of an added workflow. */
export const readWorkflow = (id: string) => api.workflows.read({ id })

/** Adds a workflow, whose test begins. Throws the server's error, with its field. */
export const addWorkflow = async ({ graph, ...rest }: Omit<Calls['add'], 'graph'> & Pick<WorkflowFile, 'graph'>) =>
  keep(await api.workflows.add({ ...rest, graph: { ...graph } as Calls['add']['graph'] }))

/** Renames a workflow, or changes its slots and values, which are tested then. */
export const changeWorkflow = async (change: Calls['change']) => keep(await api.workflows.change(change))

/** Tests a workflow once more. */
export const testWorkflow = async (id: string) => keep(await api.workflows.test({ id }))

/** Removes a workflow. */
export async function removeWorkflow(id: string): Promise<void> {
  await api.workflows.remove({ id })
  queryClient.setQueryData<List>(
    workflowsQuery.queryKey,
    (before) => before && { ...before, items: before.items.filter((each) => each.id !== id) },
  )
  await queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey })
}
