import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { browserStorage } from '#web/data/storage/browser-storage.ts'
import { IconButton } from './button.tsx'

export const themeChoices = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themeChoices)[number]

/** The same key is read by `start.js` before the first paint. */
const storageKey = 'espalier.theme'
const listeners = new Set<() => void>()

function readChoice(): ThemeChoice {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Sets the theme and stores it; `system` follows the system again. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  // Where storage is blocked, the choice lasts until the page is left.
  if (choice === 'system') browserStorage.remove(storageKey)
  else browserStorage.write(storageKey, choice)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The user's choice of theme. */
export const useThemeChoice = () => useSyncExternalStore(subscribe, readChoice, (): ThemeChoice => 'system')

const choices = {
  system: { icon: <Monitor />, label: 'Theme: system' },
  light: { icon: <Sun />, label: 'Theme: light' },
  dark: { icon: <Moon />, label: 'Theme: dark' },
}

/** Cycles through system, light, dark. */
export function ThemeSwitch() {
  const choice = useThemeChoice()
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system'
  return (
    <IconButton label={choices[choice].label} onClick={() => chooseTheme(next)}>
      {choices[choice].icon}
    </IconButton>
  )
}
