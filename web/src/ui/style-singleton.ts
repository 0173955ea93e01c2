import { useEffect } from 'react'

/** Props of a component of `styleSingleton`. `dynamic`: the rules may change while it is mounted. */
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
 * Replaces the package `react-style-singleton`, by which dialogs and menus keep the page from scrolling. That one
 * writes a `<style>` element, which our content policy forbids; rules of a constructed sheet belong to the script and
 * are allowed.
 * @returns A component that shows nothing, and whose rules apply while at least one of it is mounted.
 */
export function styleSingleton(): (props: SheetProps) => null {
  const shared: SharedSheet = { sheet: new CSSStyleSheet(), mounted: 0 }
  return (props) => {
    useSheet(shared, props)
    return null
  }
}
