type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const modifiers = ['Mod', 'Shift', 'Alt']

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether a key event is this combination. Mod is Ctrl, and Cmd as well. Signs such as `?` are matched as written. */
export function matchesKeys(event: Press, combination: string): boolean {
  const parts = combination.split('+')
  const key = parts.at(-1) || '+'
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier)
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key)
  const isKey = /^[0-9]$/.test(key)
    ? event.code === `Digit${key}` || event.code === `Numpad${key}`
    : event.key.toLowerCase() === key.toLowerCase()
  return (
    isKey &&
    (event.ctrlKey || event.metaKey) === wants('Mod') &&
    event.altKey === wants('Alt') &&
    (isSign || event.shiftKey === wants('Shift'))
  )
}

const appleSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
const names: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Delete: 'Del',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
}

/** A combination as it is shown in menus and tooltips. What is written so already stays as it is. */
export function keysText(combination: string): string {
  const parts = combination.endsWith('++') ? [...combination.slice(0, -2).split('+'), '+'] : combination.split('+')
  const written = parts
    .filter((part) => part !== '')
    .map((part) => (isApple() && appleSigns[part]) || names[part] || part)
  return combination === '+' ? '+' : written.join(isApple() && modifiers.includes(parts[0] ?? '') ? '' : ' ')
}
