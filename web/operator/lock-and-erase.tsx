import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  type Account,
  eraseAccountNow,
  getAccount,
  listAccounts,
  lockAccount,
  unlockAccount,
} from '#contracts/operator/accounts.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { Block, CallAction, useAction } from './parts.tsx'

type Props = { account: Account }

export function LockAndErase({ account }: Props) {
  const { t } = useTranslation('operator')
  const session = useSession()
  const { id, email } = account
  const isOwn = session.status === 'signed-in' && session.user.email === email
  const call = { input: { params: { id } }, reload: [getAccount] }
  return (
    <Block title={t('ending.title')} text={isOwn ? t('ending.own') : t('ending.text')}>
      {!isOwn && (
        <div className="flex flex-wrap gap-3 px-5 py-4">
          {account.isLocked ? (
            <CallAction
              {...call}
              call={unlockAccount}
              done={t('ending.unlocked')}
              label={t('ending.unlock')}
              title={t('ending.unlockTitle')}
              text={t('ending.unlockText', { email })}
            />
          ) : (
            <CallAction
              {...call}
              call={lockAccount}
              done={t('ending.locked')}
              label={t('ending.lock')}
              title={t('ending.lockTitle')}
              text={t('ending.lockText', { email })}
              isDangerous
            />
          )}
          <Erase account={account} />
        </div>
      )}
    </Block>
  )
}

/** The address is typed, because nothing brings an erased account back. */
function Erase({ account: { id, email, subscription } }: Props) {
  const { t } = useTranslation('operator')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const erase = useCall(eraseAccountNow)
  const { run, isBusy } = useAction(listAccounts)
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase()
  const confirm = async () => {
    if (!isTyped) setWrong(true)
    const isErased =
      isTyped && (await run(() => erase.mutateAsync({ params: { id } }), t('ending.erased')))
    if (isErased) await navigate(paths.operator('accounts'))
    return isErased
  }
  return (
    <>
      <ConfirmedAction
        label={t('ending.erase')}
        title={t('ending.eraseTitle')}
        text={t('ending.eraseText', { email })}
        variant="danger"
        isDangerous
        disabled={subscription !== null}
        isBusy={isBusy}
        onConfirm={confirm}
      >
        <TextField
          label={t('ending.typeAddress')}
          error={isWrong ? t('ending.otherAddress') : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
        />
      </ConfirmedAction>
      {subscription && <p className="basis-full text-sm text-muted">{t('ending.subscribed')}</p>}
    </>
  )
}
