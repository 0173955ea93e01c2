import { createStore } from '../store.ts'
import type { Command, Gesture } from './command.ts'

/** What can be done on the open page alone, or on every page. */
export type Offer = {
  readonly reach: 'this-page' | 'every-page'
  readonly commands: readonly Command[]
  readonly gestures?: readonly Gesture[]
}

/** What is offered now. */
export const offers = createStore<readonly Offer[]>([])

/** Offers commands to keyboard, palette and sheet. Returns what takes them back. */
export function offerCommands(offer: Offer): () => void {
  offers.set([...offers.get(), offer])
  return () => offers.set(offers.get().filter((each) => each !== offer))
}

/** Every offered command once, the page's own first: also where two have the same id. */
export function commandsOf(list: readonly Offer[]): readonly Command[] {
  const commands = (['this-page', 'every-page'] as const).flatMap((reach) =>
    list.filter((offer) => offer.reach === reach).flatMap((offer) => offer.commands),
  )
  return commands.filter(({ id }, place) => commands.findIndex((command) => command.id === id) === place)
}

/** The list of commands that lies above the page; null for none. */
export const commandPanel = createStore<'palette' | 'shortcuts' | null>(null)
