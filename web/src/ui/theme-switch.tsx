import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from './button.tsx'
import { chooseTheme, themeChoices, useThemeChoice } from './theme.ts'

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
