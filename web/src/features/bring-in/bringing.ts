import type { FoundRecord } from '#domain/records/found-record.ts'
import { keptWithBoard } from '#web/data/live/kept-with-board.ts'
import { createStore } from '#web/data/store.ts'
import type { WorkflowFile } from '#web/data/workflows.ts'

/** A file that did not come in, and why. */
export type RefusedFile = { readonly name: string; readonly reason: string }

/** A file that came in and says how it was made. */
export type RecordedFile = {
  readonly file: File
  /** Whether its card can be rebuilt. */
  readonly isRebuildable: boolean
  /** Record of the server for a picture of the user without one in the file; null: the file has it. */
  readonly record: FoundRecord | null
  /** The workflow of ComfyUI in it, where one can be added now. */
  readonly workflow: WorkflowFile | null
}

/** State of the files that are coming in, and of the last ones until they are dismissed. */
export type Bringing = {
  /** Drops whose files are still coming in. */
  readonly running: number
  /** The connection is lost: the files are sent again until it is back. */
  readonly isStuck: boolean
  readonly all: number
  /** Files with a result. */
  readonly done: number
  readonly broughtIn: number
  readonly refused: readonly RefusedFile[]
  /** Files that came in and say how they were made. */
  readonly recorded: readonly RecordedFile[]
  stop(): void
}

/** The files that are coming in on a board; null for none. */
export const bringingOn = keptWithBoard(() => createStore<Bringing | null>(null))
