import pg from 'pg'
import { asUserId, type UserId } from '#domain/account/user-id.ts'

/** The messages of PostgreSQL's extended protocol; `sync` ends an implicit transaction. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void; destroy(): void }
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: readonly string[] }): void
  execute(portal: Record<string, never>): void
  sync(): void
}

type Statement = pg.QueryConfig & { readonly rowMode?: 'array' }

type Answered = (error: Error | undefined, result: pg.QueryResult) => void

/** The overridden members of the library's query, which its types leave out. */
type SentQuery = {
  callback: Answered | undefined
  readonly text: string
  readonly name: string | undefined
  submit(wire: Wire): Error | null
  handleDataRow(row: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const SentQuery = pg.Query as unknown as new (statement: Statement & { queryMode: 'extended' }) => SentQuery

const settingText = "select set_config('espalier.user_id', $1, true)"
const settingName = 'espalier_scope'
/**
 * Before a named statement. PostgreSQL would plan it each time with its values, which can take longer than running it, wherever
 * it expects to read fewer rows then.
 */
const settingOfNamedName = 'espalier_scope_of_named'
const settingOfNamedText = `${settingText}, set_config('plan_cache_mode', 'force_generic_plan', true)`

/** Sets the one project as well. Rare, so that it is never prepared. */
const settingOfProjectText = `${settingText}, set_config('espalier.project_id', $2, true)`
const settingOfNamedProjectText = `${settingOfProjectText}, set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * The user whose rows a statement sees and changes; `system`: those of all users. `projectId`: of these, those of one project alone, as an
 * API token of one project may (migration 0036).
 */
export type Scope = 'system' | { readonly userId: UserId; readonly projectId?: string | null }

/** An id that no user has: its scope shows no rows. Not the nil UUID, which migration 0019 uses for events of no user. */
export const visitorId = asUserId('ffffffff-ffff-ffff-ffff-ffffffffffff')

/** Starts a connection in the scope of no user; the scope of a statement is set until the end of its transaction alone. */
export const denyByDefault = `set espalier.user_id = '${visitorId}'`

/** Prepares the statements that set the scope, so that they are planned once. */
export const prepareSettings = [
  `prepare ${settingName} (text) as ${settingText}`,
  `prepare ${settingOfNamedName} (text) as ${settingOfNamedText}`,
].join(';')

/** The way in which the statement that sets the scope is sent: prepared on each connection, or as text each time. */
export type SettingPlan = 'prepared' | 'each-time'

const opening = /^\s*begin\b/i

/** Whether a statement begins a transaction, which keeps its scope to its end. */
export const opensTransaction = (text: string): boolean => opening.test(text)

/**
 * A statement that runs in a scope. The scope is sent before it, in the same round trip: up to one `sync`, everything is one
 * transaction, and the setting ends with it. A `begin` comes first, since no snapshot may be older than its isolation. This is the
 * one place that overrides what the types of `pg` leave out; decision 0049 has the figures that keep it.
 */
export class ScopedQuery extends SentQuery {
  readonly #userId: UserId | ''
  readonly #projectId: string | null
  readonly #plan: SettingPlan
  readonly #isOpening: boolean
  /** Completed statements of the round trip. */
  #ended = 0

  constructor(statement: Statement, { scope, plan }: { readonly scope: Scope; readonly plan: SettingPlan }) {
    super({ ...statement, queryMode: 'extended' })
    // Row-level security lets every row pass where the id is empty.
    this.#userId = scope === 'system' ? '' : scope.userId
    this.#projectId = scope === 'system' ? null : (scope.projectId ?? null)
    this.#plan = plan
    this.#isOpening = opensTransaction(statement.text)
  }

  override submit(wire: Wire): Error | null {
    wire.stream.cork()
    try {
      if (this.#isOpening) {
        wire.parse({ name: '', text: this.text })
        run(wire, '', [])
        this.#sendSetting(wire)
        wire.sync()
        return null
      }
      this.#sendSetting(wire)
      const refused = super.submit(wire)
      // The setting is sent without an end: a later statement would run in this scope as well.
      if (refused) wire.stream.destroy()
      return refused
    } finally {
      wire.stream.uncork()
    }
  }

  #sendSetting(wire: Wire): void {
    if (this.#projectId !== null) {
      wire.parse({ name: '', text: this.name ? settingOfNamedProjectText : settingOfProjectText })
      run(wire, '', [this.#userId, this.#projectId])
      return
    }
    if (this.#plan === 'each-time') wire.parse({ name: '', text: settingText })
    run(wire, this.#settingName(), [this.#userId])
  }

  #settingName(): string {
    if (this.#plan === 'each-time') return ''
    return this.name ? settingOfNamedName : settingName
  }

  /** Whether the current message belongs to the statement itself. */
  #isAnswer(): boolean {
    return this.#ended === (this.#isOpening ? 0 : 1)
  }

  override handleDataRow(row: unknown): void {
    if (this.#isAnswer()) super.handleDataRow(row)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isAnswer()) super.handleCommandComplete(message, wire)
    this.#ended += 1
  }
}

function run(wire: Wire, statement: string, values: readonly string[]): void {
  wire.bind({ statement, values })
  wire.execute({})
}
