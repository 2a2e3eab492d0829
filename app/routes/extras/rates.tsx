import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { formatBand, formatPrice } from "~/diary/fees/rates";
import { ratesOf } from "~/diary/fees/rates.server";
import { pathTo } from "~/platform/http/path-to";
import { LinkButton } from "~/ui/layout/button";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/rates";

/** Loads the user's rates for additional paid work. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const rates = await ratesOf(db, user.id);
  return {
    rates: rates.map((rate) => {
      const { unique_ref, name, payer, active } = rate;
      return { unique_ref, name, payer, active, price: formatPrice(rate), bands: formatBand(rate.bands) };
    }),
  };
}

export default function Rates({ loaderData: { rates } }: Route.ComponentProps) {
  return (
    <Page
      title="Rates"
      back={<Link to="/extras/">Additional Paid Work</Link>}
      lead="Your rates for additional paid work. Daybook works out fees from them."
      actions={
        <LinkButton to="/extras/rates/new/" visual="primary">
          Add rate
        </LinkButton>
      }
    >
      {rates.length === 0 ? (
        <p className={css({ maxWidth: "read" })}>
          You have no rates yet. Add what your trust or insurers pay: an amount for each hour, list, PA or case, or an
          hourly price that depends on the time of the week.
        </p>
      ) : (
        <RateList rates={rates} />
      )}
    </Page>
  );
}

/** The user's own rates, the active ones first. */
function RateList({ rates }: Pick<Route.ComponentProps["loaderData"], "rates">) {
  return (
    <LineList>
      {rates.map(({ unique_ref, name, price, bands, payer, active }) => (
        <Line
          key={unique_ref}
          heading={<LineLink to={pathTo("/extras/rates/:rateRef/", { rateRef: unique_ref })}>{name}</LineLink>}
          facts={
            <>
              {payer ? `${price}. ${payer}` : price}
              {bands.map((band) => (
                <span key={band}>
                  <br />
                  {band}
                </span>
              ))}
            </>
          }
        >
          {!active && <span className={tag()}>Archived</span>}
        </Line>
      ))}
    </LineList>
  );
}
