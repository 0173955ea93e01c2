import { createStore } from '../store.ts'
import type { Command, Gesture } from './command.ts'

/** What a page can do, while it is open. */
export type Offer = { readonly commands: readonly Command[]; readonly gestures?: readonly Gesture[] }

/** What is offered now, the page's own after what every page can do. */
export const offers = createStore<readonly Offer[]>([])

/** Offers commands to keyboard, palette and sheet. Returns what takes them back. */
export function offerCommands(offer: Offer): () => void {
  offers.set([...offers.get(), offer])
  return () => offers.set(offers.get().filter((each) => each !== offer))
}

/** Every offered command once: where two have the same id, that of the page that offered last. */
export function commandsOf(list: readonly Offer[]): readonly Command[] {
  return [...new Map(list.flatMap(({ commands }) => commands).map((command) => [command.id, command])).values()]
}

/** The list of commands that lies above the page; null for none. */
export const commandPanel = createStore<'palette' | 'shortcuts' | null>(null)
