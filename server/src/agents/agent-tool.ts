import type { z } from 'zod'
import { errorTable } from '#contract/errors.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { ToolEffect } from '#domain/agents/assistant-run.ts'
import type { StepEffect } from '#domain/board/undo-steps.ts'
import type { Result } from '#domain/result.ts'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import type { SystemDatabase, UserDatabase } from '../db/database.ts'
import type { AsyncResult, Refusal } from '../db/refusal.ts'
import type { Followers } from '../events/followers.ts'
import type { RequestGenerationDeps } from '../features/generations/request-generation.ts'
import type { TypicalWaits } from '../features/models/typical-waits.ts'
import type { Log } from '../operations/log.ts'
import type { WorkLimits } from '../operations/work-limits.ts'
import type { FileSigner } from '../pictures/credentials/file-signer.ts'
import type { Thumbnailer } from '../pictures/thumbnailer.ts'

/** The services that the tools of agents work with: the same features as the calls of the web application. */
export type AgentDeps = RequestGenerationDeps & {
  readonly db: UserDatabase
  readonly system: SystemDatabase
  readonly followers: Followers
  readonly thumbnailer: Thumbnailer
  readonly fileSigner: FileSigner
  readonly typicalWaits: TypicalWaits
  readonly work: WorkLimits
  readonly log: Log
}

/** Who calls tools: the program of a token, for its person. */
export type AgentCaller = {
  readonly deps: AgentDeps
  readonly userId: UserId
  readonly token: {
    readonly id: string
    /** The name of the program, under which its descriptions are kept; of the assistant that of its language model. */
    readonly name: string
    readonly scopes: readonly TokenScope[]
    /** The one project that it reaches; null: all. */
    readonly projectId: string | null
    /** The purse that it is bound to, in that project; null: none. */
    readonly purseId: string | null
  }
  /** The address of this server, without a slash at its end. */
  readonly address: string
}

/** One call of a tool. */
export type AgentCall = AgentCaller & {
  /** Aborted when the caller leaves, and after the reply: what was paid for goes on. */
  readonly signal: AbortSignal
  /** Reports how far it is, where the caller wants to know. */
  progress(done: number, of: number, words: string): Promise<void>
}

/** A picture for an agent. */
export type AgentPicture = { readonly mediaType: 'image/jpeg'; readonly base64: string }

/** The answer of a tool. Pictures stand beside a short text; nothing of them is in it. */
export type AgentAnswer = { readonly text: string; readonly pictures?: readonly AgentPicture[] }

type ToolAbout = {
  readonly name: string
  readonly title: string
  /** For the model. */
  readonly description: string
  readonly scope: TokenScope
  /**
   * `account`: it reaches beyond one project, so that a token of one project does not have it. `project`: it reaches beyond the area of
   * a purse, so that a token of a purse does not.
   */
  readonly reach?: 'account' | 'project'
  readonly effect: ToolEffect
}

export type AgentTool = ToolAbout & {
  readonly input: z.ZodType
  run(call: AgentCall, input: unknown): Promise<Result<AgentAnswer, Refusal>>
  /** Of a tool that asks for images: what this call would cost, in hundredths of a credit. Makes nothing. */
  price?(call: AgentCall, input: unknown): AsyncResult<number>
  /** Of a tool that changes what is there: what this call would change, and how it is now. Changes nothing. */
  effects?(call: AgentCall, input: unknown): AsyncResult<readonly StepEffect[]>
}

/** Describes a tool, with the type of its input checked in one place. */
export const agentTool = <Input extends z.ZodType>(
  about: ToolAbout & { readonly input: Input },
  run: (call: AgentCall, input: z.output<Input>) => AsyncResult<AgentAnswer>,
  more: {
    price?(call: AgentCall, input: z.output<Input>): AsyncResult<number>
    effects?(call: AgentCall, input: z.output<Input>): AsyncResult<readonly StepEffect[]>
  } = {},
): AgentTool => {
  const { price, effects } = more
  return {
    ...about,
    run: (call, input) => run(call, about.input.parse(input)),
    ...(price && { price: (call, input) => price(call, about.input.parse(input)) }),
    ...(effects && { effects: (call, input) => effects(call, about.input.parse(input)) }),
  }
}

/** An answer of data: one line of JSON. */
export const asText = (data: object): string => JSON.stringify(data)

/** Credits as people write them, of hundredths. */
export const credits = (hundredths: number): number => hundredths / 100

/** A refusal as a text that a model reads, so that it repairs its call. */
export function refusalText({ code, message, data }: Refusal): string {
  const details = data === undefined ? '' : ` ${JSON.stringify(data)}`
  return `Refused (${code}): ${message ?? errorTable[code].message}${details}`
}

/** The sentence that a model reads where a tool broke. */
export const brokenTool = 'Refused (unavailable): Something went wrong on our side. Try again in a moment.'
