import { Link } from '@tanstack/react-router'
import { modelTexts } from './texts.ts'

/** Leads whoever runs the server to what switches each provider on. */
export function ConnectLink() {
  return (
    <Link to="/connect-models" className="text-link">
      {modelTexts.connect}
    </Link>
  )
}
