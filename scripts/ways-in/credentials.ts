import type { TokenPurpose } from '#server/platform/db/account-schema.ts'
import type { KeyPurpose } from '#server/platform/secrets/keyring.ts'
import type { TokenPrefix } from '#server/platform/secrets/opaque-token.ts'

/** Everything that opens something: a kind that the code gains has no row until it gets one here. */
export type Credential =
  | Exclude<TokenPrefix, 'sdm_'>
  | `sdm_ ${TokenPurpose}`
  | `key ${KeyPurpose}`
  | 'key backup'
  | 'operator factor'
  | 'remembered session'
  | 'operator session'
  | 'opt-out code'
  | 'payment event'

export type WayIn = {
  name: string
  opens: string
  lasts: string
  /** Besides its age. */
  revokedBy: string
  /** What making it requires. */
  asks: string
  /** The mail that carries or announces it. */
  mails: readonly string[]
}

const program = {
  asks: 'a sign-in or a proof within ten minutes',
  mails: ['integration_created'],
}
const everything = 'reset of the password, end of the plan, closing or erasing the account'
const session = {
  name: 'Session',
  opens: 'the account',
  lasts: '12 hours',
  revokedBy:
    'logout, "log out everywhere", the list of devices, change (all others) and reset of the password, a lock, closing the account, an operator',
  asks: 'password or identity provider, and a code if the account has a second factor',
  mails: ['new_sign_in'],
}

/** Null: what the key signs opens nothing. */
export const credentials: Record<Credential, WayIn | null> = {
  'key session': session,
  'remembered session': {
    ...session,
    name: 'Session with "remember me"',
    lasts: '30 days',
  },
  'operator session': {
    name: 'Operator session',
    opens: 'the console, in one session of an operator',
    lasts: '1 hour',
    revokedBy: 'closing the console, the end of its session, removing the operator',
    asks: 'the second factor',
    mails: [],
  },
  'operator factor': {
    name: 'Second factor of an operator',
    opens: 'the console, beside a session',
    lasts: 'until removed; each code works once',
    revokedBy: 'removing or enrolling the operator again, on the command line',
    asks: 'the command line of the machine',
    mails: [],
  },
  'key second_factor': {
    name: 'Second factor of a member',
    opens: 'nothing alone: it is the second step of a sign-in',
    lasts: 'until turned off; each code and recovery code works once',
    revokedBy: 'its owner with password and code, the command line, erasing the account',
    asks: 'a proof within ten minutes, then a first code',
    mails: ['second_factor'],
  },
  'key identity': {
    name: 'ID token of the identity provider',
    opens: 'a session, or a proof in one',
    lasts: 'ten minutes, in the browser that began the sign-in, once',
    revokedBy: 'using it',
    asks: 'a sign-in at the provider',
    mails: ['identity_linked', 'new_sign_in'],
  },
  sdk_: {
    name: 'API key',
    opens: 'GET calls that need a plan',
    lasts: 'until ended',
    revokedBy: `its owner, ${everything}; refused while the account is locked`,
    ...program,
  },
  sdf_: {
    name: 'Feed address',
    opens: 'the changes of saved stores or of a saved search, or the briefs, without contacts',
    lasts: 'until ended',
    revokedBy: `its owner, a new address, deleting its search, ${everything}; refused while the account is locked`,
    ...program,
  },
  'key webhook': {
    name: 'Webhook',
    opens: 'nothing here: it receives new matches and briefs',
    lasts: 'until ended; pauses after three days of failures',
    revokedBy: `its owner, ${everything}`,
    ...program,
  },
  sde_: {
    name: 'Export ticket',
    opens: 'one file',
    lasts: '2 minutes, once',
    revokedBy: 'the end of its session or plan',
    asks: 'a session',
    mails: [],
  },
  'sdm_ sign_up': {
    name: 'Link: confirm a sign-up',
    opens: 'the account, with the password of that sign-up',
    lasts: '24 hours',
    revokedBy: 'using any link of the address; sign-ups with different passwords',
    asks: 'nothing',
    mails: ['verify_sign_up'],
  },
  'sdm_ email_change': {
    name: 'Link: confirm a new address',
    opens: 'the change of the address',
    lasts: '24 hours, once',
    revokedBy: 'a later change, cancelling it, change and reset of the password',
    asks: 'the password or a proof within ten minutes',
    mails: ['confirm_email_change', 'email_change_notice'],
  },
  'sdm_ reset_password': {
    name: 'Link: reset the password',
    opens: 'a new password',
    lasts: '24 hours, once',
    revokedBy: 'a newer link, a change of the address',
    asks: 'nothing',
    mails: ['reset_password', 'password_changed'],
  },
  'sdm_ undo_deletion': {
    name: 'Link: undo the deletion',
    opens: 'the closed account',
    lasts: '30 days, once',
    revokedBy: 'a newer link, erasing the account',
    asks: 'the password or a proof, for the deletion',
    mails: ['deletion_requested', 'reset_password'],
  },
  'key unsubscribe': {
    name: 'Link: unsubscribe',
    opens: 'the switch of one kind of mail',
    lasts: 'as long as what it names',
    revokedBy: 'deleting the account, search or subscription',
    asks: 'nothing',
    mails: ['digest', 'search_matches', 'brief', 'newsletter', 'newsletter_request'],
  },
  'key newsletter': {
    name: 'Link: confirm the newsletter',
    opens: 'the subscription of its address',
    lasts: '7 days',
    revokedBy: 'unsubscribing',
    asks: 'nothing',
    mails: ['newsletter_request'],
  },
  'opt-out code': {
    name: 'Opt-out code',
    opens: 'erasing a domain, once it is published on it or came by mail',
    lasts: 'as the request',
    revokedBy: 'a newer request',
    asks: 'nothing',
    mails: ['opt_out'],
  },
  'payment event': {
    name: 'Event of the payment provider',
    opens: 'reading the customer at the provider',
    lasts: '5 minutes',
    revokedBy: 'another signing secret',
    asks: "the provider's signature",
    mails: ['payment_received', 'payment_failed', 'subscription_ended'],
  },
  'key backup': null,
  'key picture': null,
  'key blog_view': null,
  'key bot_signing': null,
}
