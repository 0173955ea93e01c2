import type { ApiTokenShape } from '#contract/programs/api-token.ts'
import { formatCount, formatDate } from '#domain/format.ts'
import type { TokenScope } from '#domain/tokens/token-scope.ts'

const scopes: Readonly<Record<TokenScope, { readonly name: string; readonly text: string; readonly short: string }>> = {
  read: { name: 'Read', text: 'Boards, pictures, records, credits', short: 'read' },
  generate: { name: 'Make and branch', text: 'Spends, up to the cap', short: 'make' },
  edit: { name: 'Edit and delete', text: 'Move, rename, rate, trash', short: 'edit' },
  share: { name: 'Share', text: 'Links for review', short: 'share' },
  webhooks: { name: 'Webhooks', text: 'Where events are sent', short: 'webhooks' },
}
/** The order in which they are read. */
export const scopeOrder: readonly TokenScope[] = ['read', 'generate', 'edit', 'share', 'webhooks']

/** 'Read, make, edit'. */
export function scopesText(given: readonly TokenScope[]): string {
  const text = scopeOrder
    .filter((scope) => given.includes(scope))
    .map((scope) => scopes[scope].short)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const per = { month: 'a month', total: 'in total' } as const

/** 'of 100 a month'. */
export const ofBudget = ({ credits, per: period }: NonNullable<ApiTokenShape['budget']>): string =>
  `of ${formatCount(credits)} ${per[period]}`

export const programTexts = {
  parts: { label: 'API & agents', tokens: 'Tokens', connect: 'Connect', webhooks: 'Webhooks' },
  text: 'A token lets a program act as you, in the projects and up to the sum you choose. What it makes says so on the card.',
  newToken: 'New token',
  newWebhook: 'New webhook',
  loading: 'Loading your tokens',
  failed: 'Your tokens could not be read.',
  byOAuth: 'Connected by OAuth',
  empty: 'No tokens yet. A token connects a script or an agent with your canvas.',
  columns: { name: 'Name', may: 'May', projects: 'Project', cap: 'Cap', used: 'Last used', actions: 'Actions' },
  allProjects: 'All projects',
  goneProject: 'A project in the trash',
  spendsNothing: 'Spends nothing',
  noCap: 'No cap',
  never: 'Never',
  ended: (time: string) => `Ended ${formatDate(time)}`,
  more: (name: string) => `More about ${name}`,
  changeCap: 'Change its cap',
  trash: 'Move all it made to the trash',
  trashTitle: (name: string) => `Move all that ${name} made to the trash?`,
  trashText: 'Its cards go, with everything that branches from them. They can be restored for 30 days.',
  trashConfirm: 'Move to the trash',
  trashed: (count: number) => (count === 1 ? '1 card is in the trash' : `${count} cards are in the trash`),
  trashFailed: 'Not everything was moved',
  end: 'End it',
  endTitle: (name: string) => `End ${name}?`,
  endText: 'Programs that use this token are refused at once. The cards that it made stay.',
  endConfirm: 'End the token',
  endConnection: 'End the connection',
  endConnectionText: 'It is refused at once, and has to be connected again. The cards that it made stay.',
  endFailed: 'The token could not be ended',
  tryAgain: 'Check your connection and try again.',
  scopes,
  form: {
    title: 'New token',
    name: 'Name',
    nameHint: 'Shown on every card that it makes.',
    may: 'It may',
    noScope: 'Choose at least one.',
    projects: 'Projects',
    ends: 'Ends',
    cap: 'Cap',
    credits: 'credits',
    capHint: 'Empty: as much as you have.',
    capWrong: 'Write a number of credits, like 100 or 2.50.',
    per: 'Per',
    pers: { month: 'Month', total: 'In total' },
    cancel: 'Cancel',
    submit: 'Make the token',
    busy: 'Making...',
    failed: 'The token was not made',
  },
  /** The ends of a new token, in days; null: none. */
  ends: [
    { days: 7, text: 'In 7 days' },
    { days: 30, text: 'In 30 days' },
    { days: 90, text: 'In 90 days' },
    { days: 365, text: 'In a year' },
    { days: null, text: 'When I end it' },
  ],
  created: {
    title: 'Copy the token now',
    text: 'It is shown once. Only a fingerprint of it is kept.',
    copy: 'Copy',
    copied: {
      done: 'Token copied',
      failed: { title: 'This was not copied', description: 'Select the token and copy it.' },
    },
    token: 'Token',
    rows: { name: 'Name', may: 'May', in: 'In', cap: 'Cap', ends: 'Ends' },
    noEnd: 'When you end it',
    connect: 'How to connect it',
    done: 'I have copied it',
  },
  cap: {
    title: (name: string) => `The cap of ${name}`,
    save: 'Save',
    saving: 'Saving...',
    failed: 'The cap was not changed',
  },
  connect: {
    title: 'Connect an agent',
    text: 'This server speaks MCP. The agent sees what its token may see, and everything that it makes stands on the board with its name.',
    clients: 'Your agent',
    make: 'Make a token',
    makeText: 'With a cap, or use one that you have.',
    run: 'Run this once',
    write: { title: 'Write this file', at: (path: string) => `As ${path}` },
    setKey: 'Put the token where it is read',
    ask: 'Ask for something',
    example: 'In my newest project, branch the starred image into dusk, snow and spring, and star the best.',
    copy: (what: string) => `Copy: ${what}`,
    copied: { done: 'Copied', failed: { title: 'This was not copied', description: 'Select the text and copy it.' } },
    oauth: 'Or without a token',
    oauthText:
      'Programs that know OAuth, as claude.ai does, need this address alone. They lead you to a page that asks what they may do.',
    cloud:
      'claude.ai and ChatGPT connect from their own servers and take no token. They need this server at a public https address.',
    plain: 'This page came by plain http from another machine: a token can be read on the way. Use https.',
    can: 'What it can do',
    openapi: 'The same by HTTP:',
    openapiLink: 'all calls',
  },
}
