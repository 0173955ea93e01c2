import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as Popups from './popups.tsx'

let popups: typeof Popups
let root: Root
let place: HTMLElement
let visits = 0

/** Each test has the popups of a page that has just been opened: their code is not loaded. */
beforeEach(async () => {
  popups = (await import(/* @vite-ignore */ `/web/src/ui/popups.tsx?visit=${++visits}`)) as typeof Popups
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

const show = (content: ReactNode) => root.render(content)
const button = page.getByRole('button', { name: 'Fruit' })
const item = (name: string) => page.getByRole('menuitem', { name })

function FruitMenu({ onSelect }: { onSelect?(): void }) {
  const { DropdownMenu } = popups
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>Fruit</DropdownMenu.Trigger>
      <DropdownMenu.Content>
        <DropdownMenu.Item onSelect={onSelect}>Quince</DropdownMenu.Item>
        <DropdownMenu.Item>Medlar</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

describe('a menu whose code is not loaded', () => {
  it('opens with a press, runs an item, and gives the focus back', async () => {
    let chosen = 0
    show(<FruitMenu onSelect={() => chosen++} />)
    await expect.element(button).toHaveAttribute('aria-haspopup', 'menu')
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await item('Quince').click()
    expect(chosen).toBe(1)
    await expect.element(button).toHaveFocus()
    await button.click()
    await expect.element(item('Medlar')).toBeVisible()
  })

  it.each(['{Enter}', ' ', '{ArrowDown}'])('opens with the key %j on its first item', async (key) => {
    show(<FruitMenu />)
    await expect.element(button).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard(key)
    await expect.element(item('Quince')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()
  })
})

describe('a hover card whose code is not loaded', () => {
  it.each(['pointer', 'focus'] as const)('opens by %s, and its button still works', async (way) => {
    let presses = 0
    const { HoverCard } = popups
    show(
      <HoverCard.Root openDelay={0}>
        <HoverCard.Trigger asChild>
          <button type="button" onClick={() => presses++}>
            Fruit
          </button>
        </HoverCard.Trigger>
        <HoverCard.Content>Pears keep until spring</HoverCard.Content>
      </HoverCard.Root>,
    )
    await expect.element(button).toBeVisible()
    if (way === 'pointer') await button.hover()
    else await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Pears keep until spring')).toBeVisible()
    if (way === 'focus') await expect.element(button).toHaveFocus()
    await button.click()
    expect(presses).toBe(1)
    await userEvent.unhover(button)
  })
})

const Page = ({ trees }: { trees: readonly string[] }) => (
  <main>
    {trees.map((tree) => (
      <button key={tree} type="button" data-tree={tree}>
        {tree}
      </button>
    ))}
  </main>
)

describe('a dialog', () => {
  const show = (trees: readonly string[], dialog: { returnTo?: string } | null) => {
    const { AlertDialog } = popups
    root.render(
      <>
        <Page trees={trees} />
        {dialog && (
          <AlertDialog.Root open {...dialog} onOpenChange={() => show(trees, null)}>
            <AlertDialog.Content>
              <AlertDialog.Title>Fell the tree?</AlertDialog.Title>
              <AlertDialog.Cancel>Cancel</AlertDialog.Cancel>
            </AlertDialog.Content>
          </AlertDialog.Root>
        )}
      </>,
    )
  }

  /** The named element, and the trees that are hidden when it closes. */
  type Closing = { readonly returnTo?: string; readonly hidden?: readonly string[] }

  it.each([
    ['what had it', ['Quince', 'Medlar'], {}, '[data-tree=Quince]'],
    [
      'the element that is named, where that is gone',
      ['Medlar'],
      { returnTo: '[data-tree=Medlar]' },
      '[data-tree=Medlar]',
    ],
    ['the main part of the page, where that is gone as well', [], { returnTo: '[data-tree=Medlar]' }, 'main'],
    [
      'the element that is named, where what had it is hidden',
      ['Quince', 'Medlar'],
      { returnTo: '[data-tree=Medlar]', hidden: ['Quince'] },
      '[data-tree=Medlar]',
    ],
    [
      'the main part of the page, where both are hidden',
      ['Quince', 'Medlar'],
      { returnTo: '[data-tree=Medlar]', hidden: ['Quince', 'Medlar'] },
      'main',
    ],
  ] as const)('gives the focus to %s', async (_, left, { hidden = [], ...dialog }: Closing, target) => {
    show(['Quince', 'Medlar'], null)
    await page.getByRole('button', { name: 'Quince' }).click()
    show(['Quince', 'Medlar'], dialog)
    await expect.element(page.getByRole('alertdialog', { name: 'Fell the tree?' })).toBeVisible()
    show(left, dialog)
    for (const tree of hidden) document.querySelector(`[data-tree=${tree}]`)?.setAttribute('hidden', '')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.matches(target)).toBe(true)
  })
})

describe('a dialog whose code is not loaded', () => {
  it('keeps keys from the page from the moment it opens, and gives the focus back', async () => {
    const { Dialog } = popups
    const heard: string[] = []
    const listen = ({ key, target }: KeyboardEvent) => {
      if (target instanceof Element && !target.closest('[role=dialog]')) heard.push(key)
    }
    const dialog = (
      <Dialog.Root open onOpenChange={() => show(null)}>
        <Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Prune the tree?</Dialog.Title>
        </Dialog.Content>
      </Dialog.Root>
    )
    addEventListener('keydown', listen)
    show(dialog)
    await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('dialog', { name: 'Prune the tree?' })).toBeVisible()
    await userEvent.keyboard('y{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    removeEventListener('keydown', listen)
    expect(heard).toEqual([])
  })
})
