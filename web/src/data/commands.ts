import type { LucideIcon } from 'lucide-react'
import { createStore } from './store.ts'

/** In the order of menus, palette and sheet. */
export const commandGroups = ['create', 'frame', 'card', 'lineage', 'edit', 'view', 'go', 'theme', 'help'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** One command of the open page. Keyboard, palette and the sheet of shortcuts are made of these. */
export type Command = {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: LucideIcon
  /** Its current name: Collapse becomes Expand. */
  label(): string
  /** Such as `Mod+Shift+Z`; the first one is shown. */
  readonly keys: readonly string[]
  /** Whether it repeats while its keys are held; default: once a press. */
  readonly repeats?: true
  canRun(): boolean
  run(): void
}

/** A gesture on the open page, for the sheet of shortcuts. */
export type Gesture = readonly [what: string, how: string]

/** Groups commands, in the order of the menus; empty groups are left out. */
export const byGroup = <Grouped extends { readonly group: CommandGroup }>(commands: readonly Grouped[]) =>
  commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((part) => part.commands.length > 0)

/** The commands of the open page, or of every page. */
export type Offer = {
  readonly reach: 'this-page' | 'every-page'
  readonly commands: readonly Command[]
  readonly gestures?: readonly Gesture[]
}

/** The current commands. */
export const offers = createStore<readonly Offer[]>([])

/** Offers commands to keyboard, palette and sheet. Returns the function that removes them. */
export function offerCommands(offer: Offer): () => void {
  offers.set([...offers.get(), offer])
  return () => offers.set(offers.get().filter((each) => each !== offer))
}

/** Every offered command once, the page's own first, which also replace others with the same id. */
export function commandsOf(list: readonly Offer[]): readonly Command[] {
  const commands = (['this-page', 'every-page'] as const).flatMap((reach) =>
    list.filter((offer) => offer.reach === reach).flatMap((offer) => offer.commands),
  )
  return commands.filter(({ id }, place) => commands.findIndex((command) => command.id === id) === place)
}

/**
 * The command for a pressed combination: the first that can run. Several may have the same keys, as those for frames and for cards.
 */
export const commandOfKeys = (
  list: readonly Offer[],
  isPressed: (combination: string) => boolean,
): Command | undefined => commandsOf(list).find((command) => command.keys.some(isPressed) && command.canRun())

/** The list of commands that is open above the page; null for none. */
export const commandPanel = createStore<'palette' | 'shortcuts' | null>(null)
