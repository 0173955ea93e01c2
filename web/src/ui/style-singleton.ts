import { useEffect } from 'react'

/** What a component of `styleSingleton` is given. `dynamic`: the rules may change while it is there. */
type SheetProps = { readonly styles: string; readonly dynamic?: boolean }

/**
 * Stands in for the package `react-style-singleton`, by which dialogs and menus keep the page from scrolling. That one writes
 * a `<style>` element, which our content policy forbids; rules of a constructed sheet are the script's own and allowed.
 * @returns A component that shows nothing, and whose rules hold while at least one of it is mounted.
 */
export function styleSingleton(): (props: SheetProps) => null {
  const sheet = new CSSStyleSheet()
  let mounted = 0
  return function Sheet({ styles, dynamic }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: like the package: only dynamic rules are laid anew.
    useEffect(() => {
      if (mounted === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      mounted += 1
      return () => {
        mounted -= 1
        if (mounted === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
      }
    }, [styles && dynamic])
    return null
  }
}
