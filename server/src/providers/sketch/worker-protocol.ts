/** What pool and worker say to each other. */
import type { SketchRequest } from './input.ts'

export type WorkerTask = { readonly id: number; readonly request: SketchRequest }
export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly png: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly message: string }
