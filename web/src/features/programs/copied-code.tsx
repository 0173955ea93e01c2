import { Copy } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { programTexts } from './texts.ts'

/** Lines for a terminal or a file, with a button that copies them. @param label Of that button */
export function CopiedCode({ code, label }: { code: string; label: string }) {
  return (
    <div className="relative mt-2 rounded-12 bg-raised">
      <pre className="whitespace-pre-wrap py-3 pr-12 pl-4 font-mono text-12 leading-5 [overflow-wrap:anywhere]">
        {code}
      </pre>
      <IconButton
        label={label}
        size="small"
        className="absolute top-2 right-2"
        onClick={() => void copyText(code, programTexts.connect.copied)}
      >
        <Copy />
      </IconButton>
    </div>
  )
}
