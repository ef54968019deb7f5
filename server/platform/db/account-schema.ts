import type { ColumnType, Generated } from 'kysely'
import type { PendingDates, Role } from '#contracts/accounts/auth.ts'
import type {
  DeliveryChannel,
  DeliveryOutcome,
  DeliveryReason,
} from '#contracts/workspace/deliveries.ts'
import type { UserId } from '#contracts/ids.ts'
import type { DefaultedTime, Json, MaybeJson, MaybeTime, Time } from './column-types.ts'

export type Users = {
  id: UserId
  email: string
  email_key: string
  first_name: string
  last_name: string
  role: Role
  password_hash: string | null
  email_verified_at: MaybeTime
  picture_url: string | null
  /** When the role ends by itself, because the subscription is not renewed. */
  plan_until: MaybeTime
  created_at: Time
  /** The language for mails: the one that the person used last. */
  language: Generated<string>
  email_updates: Generated<boolean>
  pending_email: string | null
  pending_dates: MaybeJson<PendingDates>
  /** When the owner closed the account. It is erased 30 days later. */
  deletion_requested_at: MaybeTime
  locked_at: DefaultedTime
  /**
   * The last recorded call, and the end of the previous stay: see `accounts/account-state.ts`.
   */
  stayed_until: MaybeTime
  previous_stay_until: MaybeTime
  /** When the owner skipped the questions that lead to a first saved search. */
  first_run_ended_at: MaybeTime
}

export type Sessions = {
  id: string
  user_id: UserId
  remember_me: boolean
  user_agent: string | null
  created_at: Time
  last_used_at: Time
  expires_at: Time
  revoked_at: MaybeTime
  network: string | null
  /** When the person last proved who they are, besides the sign-in itself. */
  proven_at: MaybeTime
  /** Until when the session may use the operator console. */
  operator_until: MaybeTime
}

export type ApiKeys = {
  id: string
  user_id: UserId
  name: string
  token_hash: string
  /** First characters, by which the owner recognises it. */
  start: string
  created_at: Time
  last_used_at: MaybeTime
}

type Operators = {
  user_id: UserId
  /** Sealed, see `platform/secrets/sealed-text.ts`. */
  totp_secret: string
  /** The last time step whose code was used; each code works once. */
  totp_step: number | null
  created_at: Time
}

export type TokenPurpose = 'sign_up' | 'email_change' | 'reset_password' | 'undo_deletion'

/** The credentials of a sign-up, applied when its own link is opened. */
export type StoredCredentials = { passwordHash: string; firstName: string; lastName: string }

export type AccountTables = {
  users: Users
  sessions: Sessions
  api_keys: ApiKeys
  operators: Operators
  second_factors: Operators & {
    confirmed_at: MaybeTime
    /** Argon2 hashes of the recovery codes that were not used. */
    recovery_hashes: string[]
  }
  /** Known by its subject; addresses change hands. */
  identities: {
    issuer: string
    subject: string
    user_id: UserId
    email: string
    created_at: Time
    last_used_at: Time
  }
  used_nonces: { nonce_hash: string; expires_at: Time }
  account_tokens: {
    token_hash: string
    user_id: UserId
    purpose: TokenPurpose
    /** The address that received the mail and that the link confirms. */
    email: string
    credentials: MaybeJson<StoredCredentials>
    created_at: Time
    expires_at: Time
    used_at: MaybeTime
    /** When a newer link replaced this one. */
    replaced_at: MaybeTime
  }
  /** A row is deleted once its mail is handed over. */
  outgoing_mails: {
    id: string
    kind: string
    recipient: string
    /** Null while the address belongs to no known account. */
    user_id: UserId | null
    language: string
    params: Json<Record<string, unknown>>
    /** What caused it: `Origin`. */
    origin: ColumnType<unknown, string | null | undefined, never>
    created_at: Time
    /**
     * The earliest next try. While a process sends the mail, the time after which another process
     * may take over.
     */
    due_at: Time
    tries: Generated<number>
  }
  /** One attempt to reach an account; `recordDelivery` writes them. */
  delivery_log: {
    id: string
    user_id: UserId
    channel: DeliveryChannel
    /** The kind of the mail, or the type of the message. */
    subject_kind: string
    subject: string | null
    target: string
    message_id: string
    at: Time
    outcome: DeliveryOutcome
    status: number | null
    reason: DeliveryReason | null
    /** When it is tried again. */
    next_at: MaybeTime
  }
  /** The photo itself is a file. */
  user_photos: { user_id: UserId; name: string; created_at: Time }
  audit_events: {
    id: string
    at: Time
    kind: string
    user_id: UserId | null
    network: string | null
    detail: Json<unknown>
    /** How often it happened within the hour; `at` is the first time. */
    times: Generated<number>
    /** Set for refusals, which share a row per caller, call and hour; null for all other events. */
    shared_key: string | null
  }
}
