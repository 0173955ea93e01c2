import { Monitor, Moon, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { chooseTheme, themeChoices, useThemeChoice } from '#web/ui/theme.ts'
import { accountTexts } from './texts.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** The themes as a row of a menu, which stays open: one looks before one leaves. */
export function ThemeItems() {
  const chosen = useThemeChoice()
  return (
    <DropdownMenu.RadioGroup
      value={chosen}
      aria-label={accountTexts.menu.theme}
      className="flex items-center gap-1 py-1 pr-1 pl-2 text-13"
    >
      <span aria-hidden="true" className="mr-auto">
        {accountTexts.menu.theme}
      </span>
      {themeChoices.map((choice) => {
        const Icon = icons[choice]
        return (
          <DropdownMenu.RadioItem
            key={choice}
            value={choice}
            aria-label={accountTexts.menu.themes[choice]}
            data-tooltip={accountTexts.menu.themes[choice]}
            className="icon-button icon-button-small outline-none! data-highlighted:bg-raised data-[state=checked]:bg-pressed data-[state=checked]:text-ink"
            onSelect={(event) => {
              event.preventDefault()
              chooseTheme(choice)
            }}
          >
            <Icon aria-hidden="true" />
          </DropdownMenu.RadioItem>
        )
      })}
    </DropdownMenu.RadioGroup>
  )
}
