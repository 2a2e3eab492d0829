/** Local builds only: fills the database with believable work. */
export async function action() {
  return null;
}
