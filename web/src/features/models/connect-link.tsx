import { Link } from '@tanstack/react-router'
import { useAccountState } from '#web/data/account-state.ts'
import { modelTexts } from './texts.ts'

/** Leads operators to what switches each provider on. */
export function ConnectLink() {
  return (
    <Link to="/connect-models" className="text-link">
      {modelTexts.connect}
    </Link>
  )
}

/** Leads a signed-in person to the keys of their own. */
export function OwnKeyLink() {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  return (
    <Link to="/manage-account" search={{ tab: 'model-keys' }} className="text-link">
      {modelTexts.addKey}
    </Link>
  )
}
