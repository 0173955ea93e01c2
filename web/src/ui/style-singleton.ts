import { useEffect } from 'react'

/** What a component of `styleSingleton` is given. `dynamic`: the rules may change while it is there. */
type SheetProps = { readonly styles: string; readonly dynamic?: boolean }
type SharedSheet = { readonly sheet: CSSStyleSheet; mounted: number }

function useSheet(shared: SharedSheet, { styles, dynamic }: SheetProps): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: like the package: only dynamic rules are applied again.
  useEffect(() => {
    if (shared.mounted === 0) {
      shared.sheet.replaceSync(styles)
      document.adoptedStyleSheets.push(shared.sheet)
    }
    shared.mounted += 1
    return () => {
      shared.mounted -= 1
      if (shared.mounted === 0)
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== shared.sheet)
    }
  }, [styles && dynamic])
}

/**
 * Stands in for the package `react-style-singleton`, by which dialogs and menus keep the page from scrolling. That one writes
 * a `<style>` element, which our content policy forbids; rules of a constructed sheet are the script's own and allowed.
 * @returns A component that shows nothing, and whose rules hold while at least one of it is mounted.
 */
export function styleSingleton(): (props: SheetProps) => null {
  const shared: SharedSheet = { sheet: new CSSStyleSheet(), mounted: 0 }
  return (props) => {
    useSheet(shared, props)
    return null
  }
}
