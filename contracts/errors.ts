/**
 * Every refusal that a caller may see, with its HTTP status. `message` in the response is localised
 * from `errors.<code>` of the `errors` namespace. The code is stable; programs should branch on it.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_date: 400,
  invalid_range: 400,
  invalid_email: 400,
  notes_too_long: 400,
  too_many_tags: 400,
  invalid_tag: 400,
  /** More stores than one call changes. */
  too_many_rows: 400,
  weak_password: 400,
  common_password: 400,
  passwords_differ: 400,
  wrong_password: 400,
  wrong_code: 400,
  same_password: 400,
  reset_link_invalid: 400,
  reset_link_expired: 400,
  verification_link_invalid: 400,
  verification_link_expired: 400,
  undo_link_invalid: 400,
  undo_link_expired: 400,
  unsubscribe_link_invalid: 400,
  newsletter_link_invalid: 400,
  newsletter_link_expired: 400,
  opt_out_link_invalid: 400,
  /** Not https, or an address inside a private network. */
  invalid_webhook_url: 400,
  /** The answer to the second step came too late, or the password changed meanwhile. */
  sign_in_expired: 400,
  authentication_required: 401,
  /** The password or identity was right; the account also wants a code. See `challenge`. */
  code_required: 401,
  invalid_credentials: 401,
  session_expired: 401,
  identity_refused: 401,
  plan_required: 403,
  /** The call belongs to the operator console, and the account is no operator. */
  operator_required: 403,
  /** The account is an operator: open the console with a code first. */
  second_factor_required: 403,
  /** An API key only makes GET calls that need a plan. */
  api_key_refused: 403,
  api_key_limit: 403,
  webhook_limit: 403,
  saved_search_limit: 403,
  /** Every profile of the plan belongs to a saved search already. */
  score_profile_limit: 403,
  list_limit: 403,
  stage_limit: 403,
  template_limit: 403,
  follow_limit: 403,
  /** The export has more rows than the plan still allows today. `limit` asks for fewer. */
  export_limit_reached: 403,
  forbidden: 403,
  email_unverified: 403,
  /** The user has to prove their identity again first: `reauthenticate`. */
  fresh_sign_in_required: 403,
  /** The account is scheduled for deletion; the mail about it explains how to keep the account. */
  deletion_requested: 403,
  /** An operator has locked the account. */
  account_locked: 403,
  /**
   * Operators have closed sign-up, checkout or exports for a while: see the feature switches of
   * their console.
   */
  sign_up_closed: 403,
  checkout_closed: 403,
  exports_closed: 403,
  not_found: 404,
  saved_product_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** It was changed since the caller read it: `getLead` answers its present state. */
  lead_changed: 409,
  /** The account has a subscription: change it instead of buying a second one. */
  already_subscribed: 409,
  plan_already_held: 409,
  no_subscription: 409,
  /** The renewal is cancelled: call `resumePlan` first. */
  subscription_ending: 409,
  /**
   * Another change is planned for the next period: call `resumePlan` before one that begins at
   * once.
   */
  change_scheduled: 409,
  /** The last payment is still open. */
  payment_overdue: 409,
  quote_expired: 409,
  proof_missing: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_picture: 422,
  too_many_attempts: 429,
  rate_limited: 429,
  internal: 500,
  overloaded: 503,
  /** The search engine is away or not filled yet. Everything else works; ask again later. */
  search_unavailable: 503,
  /** The search engine gave it up: asking the same again would take as long. */
  search_too_broad: 503,
  proof_unreachable: 502,
  payment_declined: 402,
  billing_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
