/**
 * Every advisory lock of a database, in one place: PostgreSQL distinguishes them by their numbers alone, and two uses of one
 * number wait for each other.
 */
export const advisoryLocks = {
  /** One migration at a time over all processes. */
  migration: 7_253_001,
  /** One claim of a job at a time over all processes. */
  claim: 7_253_002,
  /** One process at a time grants the rights of the serving role. */
  rights: 7_253_003,
  /** One change of what is installed at a time over all processes: claiming, finishing and removing local models. */
  localModels: 7_253_004,
  /** One change of who is an operator at a time: the first account (the trigger of migration 0050), revoking and deleting one. */
  operators: 7_253_005,
  /** The instance lock: shared by every server, exclusive for commands that need all servers stopped. */
  instance: 7_253_101,
  /** Shared by backups, exclusive for the removal of files. */
  removal: 7_253_102,
  /** On the cluster of the embedded PostgreSQL: shared by the servers that use it. 'espa' in ASCII. */
  embeddedCluster: 0x65_73_70_61,
} as const

/** Seeds of `hashtextextended`, for locks that exist once per person, project or key. */
export const lockSeeds = {
  /** By user: their events are numbered one after the other. */
  events: 1,
  /** By project: its sheets are drawn or removed one at a time. */
  projectSheets: 2,
  /** By address or account: sign-in attempts. */
  signIn: 3,
  /** By user: shared while a sheet of theirs is drawn, exclusive while the account is deleted. */
  personSheets: 4,
  /** By user: the count of private styles. */
  styles: 5,
  /** By kind and recipient: emails are counted one at a time. */
  emails: 6,
  /** By user: one valid reset link. */
  resetLinks: 7,
  /** By owner: the count and the names of added providers. */
  connections: 8,
  /** By owner: the count and the names of workflows. */
  workflows: 9,
  /** By user: the count of webhooks. */
  webhooks: 10,
  /** By user: the count of API tokens, connections of programs among them. */
  tokens: 11,
  /** By user: the runs of the assistant that are worked on, and the tokens that they reserve. */
  assistant: 12,
  /** By user: shared by requests that spend, exclusive while the account is deleted. */
  accounts: 13,
  /** One for all: visits are claimed for an email by one process at a time. */
  visitEmails: 14,
  /** By user: the counts and the names of saved prompts, word lists and references. */
  words: 15,
} as const
