import { type Kysely, sql } from 'kysely'

/**
 * Where the address of a merged cluster leads. The cluster's own row is deleted as soon as its
 * products have moved; a trigger keeps the number, so that the release before this one records it
 * too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table merged_clusters (cluster bigint primary key, merged_into bigint not null)`,
  `create index merged_clusters_into on merged_clusters (merged_into)`,
  `insert into merged_clusters (cluster, merged_into)
    select id, merged_into from product_clusters where merged_into is not null`,
  `create function note_merged_cluster() returns trigger language plpgsql as $$
  begin
    update merged_clusters set merged_into = new.merged_into where merged_into = new.id;
    insert into merged_clusters (cluster, merged_into) values (new.id, new.merged_into)
      on conflict (cluster) do update set merged_into = excluded.merged_into;
    return null;
  end $$`,
  `create trigger product_clusters_merged after update of merged_into on product_clusters
    for each row when (new.merged_into is not null and new.merged_into is distinct from old.merged_into)
    execute function note_merged_cluster()`,
]
