//! What is known.

use std::collections::BTreeSet;
use std::sync::Arc;

use device::Abilities;
use model::{Model, Volatile};

use crate::{Corpus, Costs, KindId, Site};

/// All that is known at the beginning of a round, site by site. Cheap to clone.
#[derive(Debug, Clone)]
pub struct World {
    /// The package under test.
    pub app: Arc<str>,
    /// The seed of all choices.
    pub seed: u64,
    /// What was recorded, where some planner reads it.
    pub corpus: Arc<Corpus>,
    /// In the order of the sites: by build, then by kind. There is at least one.
    sites: Vec<Knowledge>,
}

/// What is known of one site. Cheap to clone; a walk takes it along as it was.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// Which kind of phone, with which build.
    pub site: Site,
    /// The package under test.
    pub app: Arc<str>,
    /// The seed of all choices.
    pub seed: u64,
    /// What every phone of the site can do.
    pub abilities: Abilities,
    /// What its phones take for it.
    pub costs: Costs,
    /// The screens reached.
    pub model: Arc<Model>,
    /// The widgets that change by themselves.
    pub volatile: Arc<Volatile>,
    /// The parts of the app that have run.
    pub covered: Arc<BTreeSet<Arc<str>>>,
}

impl World {
    /// Sites of which nothing is known yet but what their phones can do, and what they take for it. Without any there is one whose
    /// phones can do nothing.
    pub fn new(
        app: &Arc<str>,
        seed: u64,
        sites: impl IntoIterator<Item = (Site, Abilities, Costs)>,
    ) -> World {
        let new = |(site, abilities, costs)| Knowledge::new(site, app, seed, abilities, costs);
        let mut sites: Vec<Knowledge> = sites.into_iter().map(new).collect();
        if sites.is_empty() {
            sites.push(new((Site::HOME, Abilities::NONE, Costs::DEAR)));
        }
        sites.sort_by_key(|known| (known.site.build, known.site.kind));
        World { app: Arc::clone(app), seed, corpus: Arc::default(), sites }
    }

    /// What is known of the first site.
    pub fn home(&self) -> &Knowledge {
        &self.sites[0]
    }

    /// What is known of a site; of the first one where there is no such site.
    pub fn of(&self, site: Site) -> &Knowledge {
        &self.sites[self.place(site)]
    }

    /// The same, to learn more.
    pub fn of_mut(&mut self, site: Site) -> &mut Knowledge {
        let place = self.place(site);
        &mut self.sites[place]
    }

    /// All sites.
    pub fn sites(&self) -> impl ExactSizeIterator<Item = &Knowledge> {
        self.sites.iter()
    }

    /// The kinds of phones on which the build under test is, the reference first.
    pub fn kinds(&self) -> impl Iterator<Item = KindId> {
        let home = self.home().site.build;
        self.sites.iter().filter(move |known| known.site.build == home).map(|known| known.site.kind)
    }

    fn place(&self, site: Site) -> usize {
        self.sites.iter().position(|known| known.site == site).unwrap_or(0)
    }
}

impl Knowledge {
    /// Nothing but what the phones of a site can do, and what they take for it.
    pub fn new(site: Site, app: &Arc<str>, seed: u64, abilities: Abilities, costs: Costs) -> Knowledge {
        Knowledge {
            site,
            app: Arc::clone(app),
            seed,
            abilities,
            costs,
            model: Arc::default(),
            volatile: Arc::default(),
            covered: Arc::default(),
        }
    }
}

impl From<Knowledge> for World {
    /// A world of one site.
    fn from(known: Knowledge) -> World {
        World { app: Arc::clone(&known.app), seed: known.seed, corpus: Arc::default(), sites: vec![known] }
    }
}
