import { Link } from '@tanstack/react-router'
import { useAccountState } from '#web/data/account/account-state.ts'
import { modelTexts } from './texts.ts'

/** Links to the page with every provider and its key. */
export function ConnectLink() {
  return (
    <Link to="/models" className="text-link">
      {modelTexts.connect}
    </Link>
  )
}

/** Links to the models that can be installed on the server's machine. */
export function InstallLink() {
  return (
    <Link to="/models" search={{ tab: 'machine' }} className="text-link">
      {modelTexts.install}
    </Link>
  )
}

/** Links signed-in users to their own keys. */
export function OwnKeyLink() {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  return (
    <Link to="/manage-account" search={{ tab: 'model-keys' }} className="text-link">
      {modelTexts.addKey}
    </Link>
  )
}
