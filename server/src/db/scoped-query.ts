import pg from 'pg'

/** The messages of PostgreSQL's extended protocol; `sync` ends an implicit transaction. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void; destroy(): void }
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: readonly string[] }): void
  execute(portal: Record<string, never>): void
  sync(): void
}

type Statement = pg.QueryConfig & { readonly rowMode?: 'array' }

/** The overridden members of the library's query, which its types leave out. */
type SentQuery = {
  readonly text: string
  readonly name: string | undefined
  submit(wire: Wire): Error | null
  handleDataRow(row: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const SentQuery = pg.Query as unknown as new (statement: Statement & { queryMode: 'extended' }) => SentQuery

const settingText = "select set_config('espalier.user_id', $1, true)"
const settingName = 'espalier_person'
/**
 * Before a named statement. PostgreSQL would plan it each time with its values, which can take longer than running it, wherever
 * it expects to read fewer rows then.
 */
const settingOfNamedName = 'espalier_person_of_named'
const settingOfNamedText = `${settingText}, set_config('plan_cache_mode', 'force_generic_plan', true)`

/** Prepares the statements that set the user, so that they are planned once. */
export const prepareSettings = [
  `prepare ${settingName} (text) as ${settingText}`,
  `prepare ${settingOfNamedName} (text) as ${settingOfNamedText}`,
].join(';')

/** How the statement that sets the user is sent: prepared on each connection, or as text each time. */
export type SettingPlan = 'prepared' | 'each-time'

const opening = /^\s*begin\b/i

/** Whether a statement begins a transaction, which keeps the user to its end. */
export const opensTransaction = (text: string): boolean => opening.test(text)

/**
 * A statement that runs for a user. The user's id is sent before it, in the same round trip: up to one `sync`, everything is one
 * transaction, and the setting ends with it. A `begin` comes first, since no snapshot may be older than its isolation.
 */
export class ScopedQuery extends SentQuery {
  readonly #userId: string
  readonly #plan: SettingPlan
  readonly #isOpening: boolean
  /** Completed statements of the round trip. */
  #ended = 0

  constructor(statement: Statement, { userId, plan }: { readonly userId: string; readonly plan: SettingPlan }) {
    super({ ...statement, queryMode: 'extended' })
    this.#userId = userId
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
      // The setting is sent without an end: a later statement would run in the user's scope as well.
      if (refused) wire.stream.destroy()
      return refused
    } finally {
      wire.stream.uncork()
    }
  }

  #sendSetting(wire: Wire): void {
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
