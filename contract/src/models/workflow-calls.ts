import { z } from 'zod'
import { bySession } from '../call-scope.ts'
import { list } from '../list.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import {
  addWorkflowBody,
  changeWorkflowBody,
  lookAtWorkflowBody,
  lookedAtWorkflow,
  workflowInput,
  workflowShape,
} from './workflow.ts'

/** The calls about workflows of ComfyUI that are added in the app: by the operator for everybody, by a person for themselves. */
export const workflowCalls = {
  list: bySession
    .route({
      method: 'GET',
      path: '/workflows',
      summary: 'Added workflows of ComfyUI: your own, and those for everybody',
    })
    .output(
      z.strictObject({
        ...list(workflowShape),
        canAddForEveryone: z.boolean(),
        /** Whether a ComfyUI answers: nothing can be added or tested otherwise. */
        isReachable: z.boolean(),
      }),
    ),
  look: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/workflows/look',
      summary: 'Read a workflow in API form before it is added',
      description: 'Finds its slots, and asks ComfyUI what its nodes take. Stores nothing.',
    })
    .input(lookAtWorkflowBody)
    .output(lookedAtWorkflow),
  add: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/workflows',
      successStatus: 201,
      summary: 'Add a workflow',
      description: 'It is tested by making one picture, and listed as a model when that worked.',
      spec: withIdempotencyKey,
    })
    .input(addWorkflowBody)
    .output(workflowShape),
  read: bySession
    .route({
      method: 'GET',
      path: '/workflows/{id}',
      summary: 'The slots and inputs of a workflow that you may change',
    })
    .input(workflowInput)
    .output(lookedAtWorkflow),
  change: bySession
    .meta({ caller: 'account' })
    .route({ method: 'PATCH', path: '/workflows/{id}', summary: 'Rename a workflow, or change its slots and values' })
    .input(changeWorkflowBody)
    .output(workflowShape),
  test: bySession
    .meta({ caller: 'account' })
    .route({ method: 'POST', path: '/workflows/{id}/test', summary: 'Test a workflow by making one picture' })
    .input(workflowInput)
    .output(workflowShape),
  remove: bySession
    .route({ method: 'DELETE', path: '/workflows/{id}', summary: 'Remove a workflow' })
    .input(workflowInput)
    .output(workflowInput),
}
