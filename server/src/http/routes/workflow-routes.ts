import {
  addWorkflow,
  changeWorkflow,
  listWorkflows,
  lookAtWorkflow,
  readWorkflow,
  removeWorkflow,
  testWorkflow,
} from '#server/features/models/workflows/change-workflow.ts'
import { idempotencyOf, rpc, unwrap } from '../rpc-context.ts'

const { workflows } = rpc

export const workflowRoutes = {
  list: workflows.list.handler(({ context: { deps, userId } }) => listWorkflows(deps, userId)),
  look: workflows.look.handler(async ({ context: { deps, userId }, input: { graph } }) =>
    unwrap(await lookAtWorkflow(deps, userId, graph)),
  ),
  add: workflows.add.handler(async ({ context, input: body }) => {
    const idempotency = idempotencyOf(context, 'POST /api/workflows', body)
    return unwrap(await addWorkflow(context.deps, { userId: context.userId, body, idempotency }))
  }),
  read: workflows.read.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await readWorkflow(deps, { userId, ...input })),
  ),
  change: workflows.change.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await changeWorkflow(deps, { userId, ...input })),
  ),
  test: workflows.test.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await testWorkflow(deps, { userId, ...input })),
  ),
  remove: workflows.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await removeWorkflow(deps, { userId, ...input })),
  ),
}
