import type { DeliveryShape } from '#contract/programs/webhook.ts'
import { formatTime } from '#domain/format.ts'
import type { WebhookEvent } from '#domain/webhooks/webhook-event.ts'

const events: Readonly<Record<WebhookEvent, { readonly name: string; readonly text: string }>> = {
  'generation.completed': {
    name: 'Images are there',
    text: 'All images of a card have ended, and at least one is there',
  },
  'generation.failed': { name: 'Images failed', text: 'No image of a card could be made' },
  'comment.created': { name: 'A comment', text: 'A reviewer wrote on an image' },
  'proof.approved': { name: 'An approval', text: 'A reviewer approved a proof of a round' },
  'proof.changes_asked': { name: 'Changes asked for', text: 'A reviewer asked for changes to a proof' },
  'round.closed': { name: 'A round was closed', text: 'Its decisions are final' },
  'credits.low': { name: 'Credits are low', text: 'Less than 10 are left; once a day at most' },
}

export const webhookTexts = {
  text: 'A webhook sends what happens here to a program of yours, signed by Standard Webhooks.',
  loading: 'Loading your webhooks',
  failed: 'Your webhooks could not be read.',
  empty: 'No webhooks yet. A webhook sends events to an address of yours.',
  list: 'Webhooks',
  events,
  /** 'Images are there, a comment'. */
  eventsOf(given: readonly WebhookEvent[]): string {
    const text = given.map((event) => events[event].name.toLowerCase()).join(', ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  },
  failing: (time: string) => `Failing since ${formatTime(time)}`,
  off: (since: string | null) =>
    since === null ? 'Switched off' : `Switched off: nothing has arrived since ${formatTime(since)}`,
  on: 'On',
  resume: 'Switch on',
  more: (url: string) => `More about ${url}`,
  replace: 'Replace its secret',
  remove: 'Remove it',
  removeTitle: 'Remove this webhook?',
  removeText: 'Nothing more is sent there, also not what waits to be sent again.',
  removeConfirm: 'Remove',
  actionFailed: 'That did not work',
  tryAgain: 'Check your connection and try again.',
  deliveries: {
    title: 'Recent deliveries',
    test: 'Send a test',
    empty: 'Nothing was sent yet.',
    failed: 'The deliveries could not be read.',
    columns: { when: 'When', event: 'Event', answer: 'Answer', next: 'Next' },
    again: 'Send again',
    none: 'No answer',
    nextTry: (time: string) => `Again at ${formatTime(time)}`,
    note: 'Tried nine times over two days, each signed. Deliveries are kept for 30 days.',
    sent: ({ state, status, error }: DeliveryShape) =>
      state === 'delivered' ? `Delivered: the receiver answered ${status}` : (error ?? 'It was not delivered'),
  },
  form: {
    title: 'New webhook',
    url: 'Address',
    urlHint: 'It must begin with https and be on the public internet.',
    events: 'Send when',
    noEvent: 'Choose at least one.',
    projects: 'Projects',
    allProjects: 'All projects',
    cancel: 'Cancel',
    submit: 'Add the webhook',
    busy: 'Adding...',
    failed: 'The webhook was not added',
  },
  secret: {
    title: 'Copy the signing secret now',
    text: 'It is shown once. Verify with a library of Standard Webhooks.',
    label: 'Signing secret',
    copy: 'Copy',
    copied: {
      done: 'Secret copied',
      failed: { title: 'This was not copied', description: 'Select the secret and copy it.' },
    },
    replaced: 'The old secret signs as well until tomorrow.',
    done: 'I have copied it',
  },
}
