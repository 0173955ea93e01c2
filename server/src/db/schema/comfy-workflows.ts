import { index, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import type { AskedInput, InputValue, SlotPlace, WorkflowGraph } from '#domain/workflows/workflow.ts'
import { moment, ownerId } from './columns.ts'

/** Workflows of ComfyUI that were added in the app. A removed one stays, without its graph, so that cards keep its name. */
export const comfyWorkflows = pgTable(
  'comfy_workflows',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    /** The display name. */
    name: text('name').notNull(),
    /** As it was exported; empty once it was removed. */
    graph: jsonb('graph').$type<WorkflowGraph>().notNull(),
    /** Where the settings of a picture go. */
    places: jsonb('places').$type<readonly SlotPlace[]>().notNull(),
    /** The choices in the place of values in the graph. */
    values: jsonb('values').$type<readonly InputValue[]>().notNull(),
    /** Inputs that are chosen for each picture. */
    asked: jsonb('asked').$type<readonly AskedInput[]>().notNull().default([]),
    state: text('state').$type<'testing' | 'works' | 'failed'>().notNull(),
    /** Why the last test failed, as a sentence. */
    reason: text('reason'),
    /** While it is tested: until when the worker that does it is alive, unless it says more. null: the test waits for its turn. */
    testingUntil: moment('testing_until'),
    /** The claim of its running test; with `testingUntil` its lease. A later claim of the same worker is another one. */
    testClaim: uuid('test_claim'),
    /** When its test was asked for. */
    testAskedAt: moment('test_asked_at'),
    /** ComfyUI's own id of the test, so that another worker can cancel it. */
    testRequestId: text('test_request_id'),
    /** When this graph with these values worked; null: not since it was changed. */
    workedAt: moment('worked_at'),
    /** The time that the picture of that test took. */
    seconds: real('seconds'),
    /** When it could be chosen for the first time; null: never, so that no card can have its name. */
    shownAt: moment('shown_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    removedAt: moment('removed_at'),
  },
  (table) => [index('comfy_workflows_user').on(table.userId)],
)
